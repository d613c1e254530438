import com.google.gson.reflect.TypeToken;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.ContactsApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.model.*;

/** Asks a client made by openapi-generator (java, okhttp-gson) the questions of the harness. */
final class OkhttpGson {
  static final Map<String, Class<?>> KINDS =
      Map.of(
          "contact.deleted", ContactDeletedEvent.class,
          "contact", ContactEvent.class,
          "conversation", ConversationEvent.class,
          "message", MessageEvent.class,
          "ticket", TicketEvent.class,
          "article", ArticleEvent.class,
          "webhook", TestEvent.class);

  static ApiClient client(String url) {
    ApiClient client = new ApiClient();
    client.setBasePath(Answers.env(url));
    client.setBearerToken(Answers.env("API_KEY"));
    return client;
  }

  public static void main(String[] args) {
    ApiClient here = client("BASE_URL");
    ContactsApi contacts = new ContactsApi(here);
    ApiClient future = client("FUTURE_URL");
    String id = Answers.env("CONTACT_ID");

    Answers.answer("list", email -> {
      ContactPage first = contacts.listContacts("portela", 2, null, null, null, null, null);
      return JSON.serialize(List.of(first, contacts.listContacts("portela", 2, first.getNextCursor(), null, null, null, null)));
    });
    Answers.answer("create", email -> JSON.serialize(
        contacts.createContact(new CreateContactRequest().name("Ada").email(email).tags(List.of("mayorista", "vip")), null)));
    Answers.answer("get", email -> JSON.serialize(contacts.getContact(id)));
    Answers.answer("conflict", email -> {
      try {
        return JSON.serialize(
            contacts.createContact(new CreateContactRequest().name("Portela").email("portela.0@example.com"), null));
      } catch (ApiException error) {
        return JSON.serialize(JSON.<ErrorResponse>deserialize(error.getResponseBody(), ErrorResponse.class));
      }
    });
    int limit = Integer.parseInt(Answers.env("EVENTS"));
    Answers.answer("events", email -> JSON.serialize(new EventsApi(here).listEvents(null, limit, null)));
    Answers.answer("unknown", email -> JSON.serialize(new EventsApi(future).listEvents(null, null, null)));
    Answers.answer("added", email -> JSON.serialize(new ContactsApi(future).getContact(id)));
    Answers.answer("webhooks", email -> Answers.eachExample(text -> {
      Event event = JSON.deserialize(text, Event.class);
      return JSON.serialize(JSON.<Object>deserialize(text, Answers.kindOf(event.getType(), KINDS)));
    }));
    Answers.answer("names", email -> JSON.serialize(
        contacts.createContact(new CreateContactRequest().name(Answers.env("NAME")).email(email), null)));
    Answers.answer("numbers", email -> {
      Map<String, Object> fields =
          JSON.deserialize(Answers.env("CUSTOM_FIELDS"), new TypeToken<Map<String, Object>>() {}.getType());
      fields.put("largest", 9007199254740991L);
      return JSON.serialize(
          contacts.createContact(new CreateContactRequest().name("Ada").email(email).customFields(fields), null));
    });
  }
}
