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
package dev.tributary.oracle.fuzz;

import java.util.Random;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.iceberg.Table;

/**
 * What a step works with.
 *
 * @param random of this step alone, so that it does the same whatever was before it
 * @param iceberg loads the table past Spark; not for Delta
 * @param version the latest version; Delta only
 * @param catchUp brings all targets up to the source
 */
record Work(
    RandomTable table,
    Random random,
    Statements statements,
    Supplier<Table> iceberg,
    LongSupplier version,
    Runnable catchUp) {}
