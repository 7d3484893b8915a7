/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License
 * is distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express
 * or implied. See the License for the specific language governing permissions and limitations under
 * the License.
 */
package dev.tributary.pipeline.managed;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.CustomCoder;
import org.apache.beam.sdk.util.SerializableUtils;

/**
 * Java serialization for elements that have no equality of their own: Beam's coder for it compares
 * the objects, where this one compares their bytes.
 */
final class ObjectCoder<T extends Serializable> extends CustomCoder<T> {
  private static final long serialVersionUID = 1L;

  private final Class<T> type;

  private ObjectCoder(Class<T> type) {
    this.type = type;
  }

  static <T extends Serializable> ObjectCoder<T> of(Class<T> type) {
    return new ObjectCoder<>(type);
  }

  @Override
  public void encode(T value, OutputStream out) throws IOException {
    ByteArrayCoder.of().encode(SerializableUtils.serializeToByteArray(value), out);
  }

  @Override
  public T decode(InputStream in) throws IOException {
    return type.cast(
        SerializableUtils.deserializeFromByteArray(
            ByteArrayCoder.of().decode(in), type.getSimpleName()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectCoder<?> that && type.equals(that.type);
  }

  @Override
  public int hashCode() {
    return type.hashCode();
  }
}
