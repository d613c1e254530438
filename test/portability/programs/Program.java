import com.google.gson.reflect.TypeToken;
import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.ContactsApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.model.*;

/** Asks a client made by openapi-generator (java, okhttp-gson) the questions of questions.ts. */
final class Program {
  /** The class of an event of this type. */
  static Class<?> classOf(String type) {
    return switch (type) {
      case "contact.created" -> ContactCreatedEvent.class;
      case "contact.updated" -> ContactUpdatedEvent.class;
      case "contact.deleted" -> ContactDeletedEvent.class;
      case "conversation.created" -> ConversationCreatedEvent.class;
      case "conversation.updated" -> ConversationUpdatedEvent.class;
      case "message.created" -> MessageEvent.class;
      case "ticket.created" -> TicketCreatedEvent.class;
      case "ticket.updated" -> TicketUpdatedEvent.class;
      case "article.published" -> ArticlePublishedEvent.class;
      case "article.unpublished" -> ArticleUnpublishedEvent.class;
      default -> TestEvent.class;
    };
  }

  static String env(String name) {
    return System.getenv(name);
  }

  static ApiClient client(String url) {
    ApiClient client = new ApiClient();
    client.setBasePath(env(url));
    client.setBearerToken(env("CONTACTS_API_KEY"));
    return client;
  }

  /** Prints what the question gives as JSON, or the first line of what went wrong. */
  static void answer(String question, Callable<Object> ask) {
    try {
      System.out.println(question + " ok " + JSON.serialize(ask.call()));
    } catch (Exception | LinkageError error) {
      System.out.println(question + " failed " + error.toString().replaceAll("\\s+", " "));
    }
  }

  static List<Object> webhooks() throws Exception {
    File[] files = new File(env("EXAMPLES")).listFiles();
    Arrays.sort(files);
    List<Object> events = new ArrayList<>();
    for (File file : files) {
      String text = Files.readString(file.toPath());
      Event event = JSON.deserialize(text, Event.class);
      events.add(JSON.<Object>deserialize(text, classOf(event.getType())));
    }
    return events;
  }

  static ContactPage list(ContactsApi contacts, String cursor) throws ApiException {
    return contacts.listContacts("portela", 2, cursor, null, null, null, null, null, null, null);
  }

  public static void main(String[] args) {
    ContactsApi contacts = new ContactsApi(client("CONTACTS_BASE_URL"));
    ApiClient future = client("FUTURE_URL");

    answer("list", () -> {
      ContactPage first = list(contacts, null);
      return List.of(first, list(contacts, first.getNextCursor()));
    });
    answer("create", () -> {
      Map<String, Object> fields =
          JSON.deserialize(env("CUSTOM_FIELDS"), new TypeToken<Map<String, Object>>() {}.getType());
      // Gson reads a number of a map as a double.
      fields.put("largest", 9007199254740991L);
      return contacts.createContact(
          new CreateContactRequest().name(env("NAME")).email(env("EMAIL"))
              .tags(List.of("mayorista", "vip")).customFields(fields), null, null);
    });
    answer("conflict", () -> {
      try {
        return contacts.createContact(
            new CreateContactRequest().name("Portela").email(env("TAKEN_EMAIL")), null, null);
      } catch (ApiException error) {
        return JSON.<Object>deserialize(error.getResponseBody(), ErrorResponse.class);
      }
    });
    answer("contact", () -> new ContactsApi(future).getContact(env("CONTACT_ID"), null));
    answer("events", () -> new EventsApi(future).listEvents(null, null, null));
    answer("webhooks", Program::webhooks);
  }
}
