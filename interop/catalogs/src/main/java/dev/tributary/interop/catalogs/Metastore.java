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
package dev.tributary.interop.catalogs;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.DefaultPartitionExpressionProxy;
import org.apache.hadoop.hive.metastore.HiveMetaStore;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.RetryingHMSHandler;
import org.apache.hadoop.hive.metastore.TSetIpAddressProcessor;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.apache.hadoop.hive.metastore.txn.TxnDbUtil;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TServerSocket;

/**
 * A Hive metastore on a free port of the loopback interface, its database an embedded Derby. Prints
 * the port once it answers, and ends when its input ends.
 */
public final class Metastore {
  private static final int WORKERS = 20;

  private Metastore() {}

  /**
   * Serves until the input ends.
   *
   * @param args the folder for the database and the warehouse
   */
  public static void main(String[] args) {
    try {
      serve(args);
    } catch (Exception e) {
      e.printStackTrace();
      // The threads of what did start would keep the process alive.
      System.exit(1);
    }
    System.exit(0);
  }

  private static void serve(String[] args) throws Exception {
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    // Whatever a library prints must not be taken for the port.
    System.setOut(System.err);
    Path folder = Path.of(args[0]);
    System.setProperty("derby.stream.error.file", folder.resolve("derby.log").toString());
    Configuration conf = configuration(folder);
    HiveMetaStore.HMSHandler handler = new HiveMetaStore.HMSHandler("tests", conf, false);
    // The schema that is made by itself lacks the tables of locks, which Iceberg's commits take.
    TxnDbUtil.prepDb(conf);
    IHMSHandler retrying = RetryingHMSHandler.getProxy(conf, handler, true);
    TServerSocket socket =
        new TServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    TServer server =
        new TThreadPoolServer(
            new TThreadPoolServer.Args(socket)
                .processor(new TSetIpAddressProcessor<>(retrying))
                .maxWorkerThreads(WORKERS));
    Thread thread = new Thread(server::serve, "metastore");
    thread.setDaemon(true);
    thread.start();
    answers.println(socket.getServerSocket().getLocalPort());
    waitForEndOfInput();
  }

  private static void waitForEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // Nothing is asked of it this way.
    }
  }

  private static Configuration configuration(Path folder) {
    Configuration conf = MetastoreConf.newMetastoreConf();
    MetastoreConf.setVar(
        conf,
        ConfVars.CONNECT_URL_KEY,
        "jdbc:derby:;databaseName=" + folder.resolve("metastore") + ";create=true");
    MetastoreConf.setVar(conf, ConfVars.WAREHOUSE, folder.resolve("warehouse").toUri().toString());
    // The default is a class of Hive itself; it is for partitions, which Iceberg keeps elsewhere.
    MetastoreConf.setVar(
        conf, ConfVars.EXPRESSION_PROXY_CLASS, DefaultPartitionExpressionProxy.class.getName());
    MetastoreConf.setVar(
        conf,
        ConfVars.TASK_THREADS_ALWAYS,
        "org.apache.hadoop.hive.metastore.events.EventCleanerTask");
    MetastoreConf.setBoolVar(conf, ConfVars.AUTO_CREATE_ALL, true);
    MetastoreConf.setBoolVar(conf, ConfVars.SCHEMA_VERIFICATION, false);
    MetastoreConf.setBoolVar(conf, ConfVars.TRY_DIRECT_SQL, false);
    // Iceberg's hive catalog changes tables in ways that the check takes for mistakes.
    MetastoreConf.setBoolVar(conf, ConfVars.DISALLOW_INCOMPATIBLE_COL_TYPE_CHANGES, false);
    return conf;
  }
}
