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
package dev.tributary.filter;

import java.util.List;
import org.apache.iceberg.data.Record;

/**
 * What a condition is evaluated on.
 *
 * @param row the row; null where only the commit and the kind of change count
 * @param metadata values by {@link ChangeColumn#ordinal()}, canonical; empty for a row of a state
 */
record RowContext(Record row, List<Object> metadata) {}
