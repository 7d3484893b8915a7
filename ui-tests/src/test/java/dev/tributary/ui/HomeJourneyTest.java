package dev.tributary.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeJourneyTest {
  @Test
  void look(@TempDir Path folder) throws Exception {
    try (AppUnderTest app = AppUnderTest.start(folder.resolve("home"))) {
      app.picture("00-home");
      app.type("home-samples-folder", folder.resolve("samples").toString());
      app.click("home-try-samples");
      app.node("source");
      Thread.sleep(3000);
      app.picture("01-source");
      app.click("wizard-next");
      Thread.sleep(1000);
      app.picture("02-range");
      app.click("wizard-next");
      Thread.sleep(5000);
      app.picture("03-changes");
      app.click("wizard-next");
      Thread.sleep(5000);
      app.picture("04-mapping");
      app.click("wizard-next");
      Thread.sleep(2000);
      app.picture("05-target");
      app.click("rail-jobs");
      app.picture("08-jobs");
      app.click("rail-dashboard");
      app.picture("10-dashboard");
      assertThat(true).isTrue();
    }
  }
}
