import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** How the programs of this folder answer the harness. */
final class Answers {
  interface Question {
    String ask(String email) throws Exception;
  }

  interface Decoding {
    String ask(String event) throws Exception;
  }

  static String env(String name) {
    return System.getenv(name);
  }

  /** Prints what the question gives, which is JSON, or the first line of what went wrong. */
  static void answer(String question, Question asked) {
    String email = question + "." + env("RUN") + "@example.com";
    try {
      System.out.println(question + " ok " + asked.ask(email));
    } catch (Exception | LinkageError error) {
      System.out.println(question + " failed " + error.toString().replaceAll("\\s+", " "));
    }
  }

  /** Decodes and encodes every example of the webhooks. */
  static String eachExample(Decoding decoding) throws Exception {
    File[] files = new File(env("EXAMPLES")).listFiles();
    Arrays.sort(files);
    List<String> events = new ArrayList<>();
    for (File file : files) events.add(decoding.ask(Files.readString(file.toPath())));
    return "[" + String.join(",", events) + "]";
  }

  /** The class of an event: of its type, or of the first word of the types that share a schema. */
  static Class<?> kindOf(String type, Map<String, Class<?>> kinds) {
    Class<?> kind = kinds.get(type);
    return kind == null ? kinds.get(type.split("\\.")[0]) : kind;
  }

  private Answers() {}
}
