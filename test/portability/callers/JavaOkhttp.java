import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.Arrays;
import java.util.List;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.ContactsApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.model.*;

/** Makes the calls of calls.ts with a client made by openapi-generator (java, okhttp-gson). */
final class JavaOkhttp {
  interface Call {
    Object run() throws ApiException;
  }

  static final Gson withNulls = new GsonBuilder().serializeNulls().create();

  static ApiClient client(String variable) {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv(variable));
    client.setBearerToken(System.getenv("CONTACTS_API_KEY"));
    return client;
  }

  static void answer(String call, List<?> values) {
    System.out.println(call + " " + withNulls.toJson(values));
  }

  static List<Object> errorOf(Call call) {
    try {
      call.run();
    } catch (ApiException error) {
      ErrorResponse body = JSON.deserialize(error.getResponseBody(), ErrorResponse.class);
      return List.of(error.getCode(), body.getError().getCode());
    }
    throw new IllegalStateException("no error");
  }

  /** Sends a body as it is written: the client leaves out each field that is null. */
  static Contact patch(ApiClient client, String id, String body) throws Exception {
    Request request =
        new Request.Builder()
            .url(client.getBasePath() + "/v1/contacts/" + id)
            .header("Authorization", "Bearer " + System.getenv("CONTACTS_API_KEY"))
            .patch(RequestBody.create(body, MediaType.get("application/json")))
            .build();
    try (Response response = client.getHttpClient().newCall(request).execute()) {
      ContactResponse changed = JSON.deserialize(response.body().string(), ContactResponse.class);
      return changed.getData();
    }
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = client("CONTACTS_BASE_URL");
    ContactsApi contacts = new ContactsApi(client);
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
        events.stream()
            .map(each -> JSON.getGson().toJsonTree(each).getAsJsonObject().get("type").getAsString())
            .toList();
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

    Contact changed = patch(client, created.getId(), "{\"phone\":null}");
    answer("clear", Arrays.asList(created.getPhone(), changed.getPhone()));
  }
}
