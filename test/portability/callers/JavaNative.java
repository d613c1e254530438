import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ContactsApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.model.*;

/** Makes the calls of calls.ts with a client made by openapi-generator (java, native). */
final class JavaNative {
  interface Call {
    Object run() throws ApiException;
  }

  static final ObjectMapper json = ApiClient.createDefaultObjectMapper();

  static ApiClient client(String variable) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv(variable));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("CONTACTS_API_KEY")));
    return client;
  }

  static void answer(String call, List<?> values) throws Exception {
    System.out.println(call + " " + json.writeValueAsString(values));
  }

  static List<Object> errorOf(Call call) throws Exception {
    try {
      call.run();
    } catch (ApiException error) {
      ErrorResponse body = json.readValue(error.getResponseBody(), ErrorResponse.class);
      return List.of(error.getCode(), body.getError().getCode());
    }
    throw new IllegalStateException("no error");
  }

  public static void main(String[] args) throws Exception {
    ContactsApi contacts = new ContactsApi(client("CONTACTS_BASE_URL"));
    String email = System.getenv("EMAIL");

    BatchContact complete = new BatchContact().name("Delfina Ríos").email(email).phone("+54 11 5555-0101");
    BatchContact withoutName = new BatchContact().email("x" + email);
    List<ContactBatchResult> results =
        contacts
            .batchContacts(new BatchContactsRequest().contacts(List.of(complete, withoutName)), null, null)
            .getData()
            .getResults();
    answer(
        "batch",
        List.of(results.get(0).getStatus(), results.get(1).getStatus(), results.get(1).getError().getCode()));

    List<Object> events =
        new EventsApi(client("FUTURE_URL"))
            .listEvents(null, null, null).getData().stream().map(Event::getActualInstance).toList();
    List<String> types =
        events.stream().map(each -> json.valueToTree(each).path("type").asText()).toList();
    String first =
        events.stream()
            .filter(each -> each instanceof ContactCreatedEvent)
            .map(each -> ((ContactCreatedEvent) each).getData().getEmail())
            .findFirst()
            .orElseThrow();
    answer("events", List.of(types, first));

    answer("missing", errorOf(() -> contacts.getContact(System.getenv("MISSING_ID"), null)));

    Contact created = results.get(0).getContact();
    UpdateContactRequest both = new UpdateContactRequest().tags(List.of("vip")).addTags(List.of("vip"));
    answer("invalid", errorOf(() -> contacts.updateContact(created.getId(), both, null, null)));

    UpdateContactRequest cleared = new UpdateContactRequest().phone(null);
    Contact changed = contacts.updateContact(created.getId(), cleared, null, null).getData();
    answer("clear", java.util.Arrays.asList(created.getPhone(), changed.getPhone()));
  }
}
