import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ContactsApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.model.*;

/** Asks a client made by openapi-generator (java, native) the questions of the harness. */
final class Native {
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
    client.updateBaseUri(Answers.env(url));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + Answers.env("API_KEY")));
    return client;
  }

  public static void main(String[] args) {
    ApiClient here = client("BASE_URL");
    ContactsApi contacts = new ContactsApi(here);
    ApiClient future = client("FUTURE_URL");
    ObjectMapper json = here.getObjectMapper();
    String id = Answers.env("CONTACT_ID");

    Answers.answer("list", email -> {
      ContactPage first = contacts.listContacts("portela", 2, null, null, null, null, null);
      return json.writeValueAsString(List.of(first, contacts.listContacts("portela", 2, first.getNextCursor(), null, null, null, null)));
    });
    Answers.answer("create", email -> json.writeValueAsString(
        contacts.createContact(new CreateContactRequest().name("Ada").email(email).tags(List.of("mayorista", "vip")), null)));
    Answers.answer("get", email -> json.writeValueAsString(contacts.getContact(id)));
    Answers.answer("conflict", email -> {
      try {
        return json.writeValueAsString(
            contacts.createContact(new CreateContactRequest().name("Portela").email("portela.0@example.com"), null));
      } catch (ApiException error) {
        return json.writeValueAsString(json.readValue(error.getResponseBody(), ErrorResponse.class));
      }
    });
    int limit = Integer.parseInt(Answers.env("EVENTS"));
    Answers.answer("events", email -> json.writeValueAsString(new EventsApi(here).listEvents(null, limit, null)));
    Answers.answer("unknown", email -> json.writeValueAsString(new EventsApi(future).listEvents(null, null, null)));
    Answers.answer("added", email -> json.writeValueAsString(new ContactsApi(future).getContact(id)));
    Answers.answer("webhooks", email -> Answers.eachExample(text -> {
      Event event = json.readValue(text, Event.class);
      return json.writeValueAsString(json.readValue(text, Answers.kindOf(event.getType(), KINDS)));
    }));
    Answers.answer("names", email -> json.writeValueAsString(
        contacts.createContact(new CreateContactRequest().name(Answers.env("NAME")).email(email), null)));
    Answers.answer("numbers", email -> {
      Map<String, Object> fields = json.readValue(Answers.env("CUSTOM_FIELDS"), Map.class);
      return json.writeValueAsString(
          contacts.createContact(new CreateContactRequest().name("Ada").email(email).customFields(fields), null));
    });
  }
}
