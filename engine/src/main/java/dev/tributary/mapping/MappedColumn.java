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
package dev.tributary.mapping;

import org.apache.iceberg.types.Type;

/**
 * One column of the target and where it comes from.
 *
 * @param source dotted path of the source column
 * @param sourceType its type, after {@code keep} and {@code drop} took away nested fields
 * @param target name in the target
 * @param targetType type in the target
 * @param required whether the target column allows no nulls
 * @param key whether it is an equality column
 */
public record MappedColumn(
    String source,
    Type sourceType,
    String target,
    Type targetType,
    boolean required,
    boolean key) {}
