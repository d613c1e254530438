// Makes the calls of calls.ts with a client made by openapi-generator (kotlin).
import com.squareup.moshi.Types
import okhttp3.MediaType.Companion.toMediaType
import okhttp3.OkHttpClient
import okhttp3.Request
import okhttp3.RequestBody.Companion.toRequestBody
import org.openapitools.client.apis.ContactsApi
import org.openapitools.client.apis.EventsApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.*

fun variable(name: String): String = System.getenv(name)

val json = Serializer.moshi

fun answer(call: String, vararg values: Any?) {
    println("$call ${json.adapter(Any::class.java).serializeNulls().toJson(values.toList())}")
}

fun errorOf(call: () -> Any): Array<Any?> {
    try {
        call()
    } catch (error: ClientException) {
        val body = (error.response as ClientError<*>).body as String
        val code = json.adapter(ErrorResponse::class.java).fromJson(body)?.error?.code
        return arrayOf(error.statusCode, code)
    }
    throw IllegalStateException("no error")
}

/** Sends a body as it is written: the client leaves out each property that is null. */
fun patch(id: String, body: String): Contact {
    val request = Request.Builder()
        .url("${variable("CONTACTS_BASE_URL")}/v1/contacts/$id")
        .header("Authorization", "Bearer ${variable("CONTACTS_API_KEY")}")
        .patch(body.toRequestBody("application/json".toMediaType()))
        .build()
    OkHttpClient().newCall(request).execute().use { response ->
        return json.adapter(ContactResponse::class.java).fromJson(response.body.string())!!.data
    }
}

fun main() {
    ApiClient.accessToken = variable("CONTACTS_API_KEY")
    val contacts = ContactsApi(variable("CONTACTS_BASE_URL"))
    val email = variable("EMAIL")

    val complete = BatchContact(name = "Delfina Ríos", email = email, phone = "+54 11 5555-0101")
    val withoutName = BatchContact(email = "x$email")
    val (first, second) = contacts.batchContacts(BatchContactsRequest(listOf(complete, withoutName))).data.results
    answer("batch", first.status, second.status, second.error?.code)

    val events = EventsApi(variable("FUTURE_URL")).listEvents().data
    // `data` is a map: it is decoded as its type says.
    val map = Types.newParameterizedType(Map::class.java, String::class.java, Any::class.java)
    val data = json.adapter<Map<String, Any?>>(map).toJson(events.first { it.type == "contact.created" }.data)
    answer("events", events.map { it.type }, json.adapter(Contact::class.java).fromJson(data)?.email)

    answer("missing", *errorOf { contacts.getContact(variable("MISSING_ID")) })

    val created = first.contact!!
    val both = UpdateContactRequest(tags = listOf("vip"), addTags = listOf("vip"))
    answer("invalid", *errorOf { contacts.updateContact(created.id, both) })

    answer("clear", created.phone, patch(created.id, "{\"phone\":null}").phone)
    kotlin.system.exitProcess(0)
}
