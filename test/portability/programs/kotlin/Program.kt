// Asks a client made by openapi-generator (kotlin) the questions of the harness.
import com.squareup.moshi.adapter
import java.io.File
import org.openapitools.client.apis.ContactsApi
import org.openapitools.client.apis.EventsApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.*

fun env(name: String): String = System.getenv(name)

@OptIn(ExperimentalStdlibApi::class)
inline fun <reified T> encode(value: T): String = Serializer.moshi.adapter<T>().toJson(value)

@OptIn(ExperimentalStdlibApi::class)
inline fun <reified T> decode(text: String): T = Serializer.moshi.adapter<T>().fromJson(text)!!

/** Prints what the question gives, which is JSON, or the first line of what went wrong. */
fun answer(question: String, ask: (email: String) -> String) {
    try {
        println("$question ok ${ask("$question.${env("RUN")}@example.com")}")
    } catch (error: Exception) {
        println("$question failed ${error.toString().replace(Regex("\\s+"), " ")}")
    }
}

fun typed(text: String): String {
    val type = decode<Event>(text).type
    return when {
        type == "contact.deleted" -> encode(decode<ContactDeletedEvent>(text))
        type.startsWith("contact.") -> encode(decode<ContactEvent>(text))
        type.startsWith("conversation.") -> encode(decode<ConversationEvent>(text))
        type.startsWith("message.") -> encode(decode<MessageEvent>(text))
        type.startsWith("ticket.") -> encode(decode<TicketEvent>(text))
        type.startsWith("article.") -> encode(decode<ArticleEvent>(text))
        else -> encode(decode<TestEvent>(text))
    }
}

fun main() {
    ApiClient.accessToken = env("API_KEY")
    val contacts = ContactsApi(env("BASE_URL"))
    val future = env("FUTURE_URL")

    answer("list") {
        val first = contacts.listContacts("portela", 2)
        encode(listOf(first, contacts.listContacts("portela", 2, first.nextCursor)))
    }
    answer("create") { email ->
        encode(contacts.createContact(CreateContactRequest("Ada", email, tags = listOf("mayorista", "vip"))))
    }
    answer("get") { encode(contacts.getContact(env("CONTACT_ID"))) }
    answer("conflict") {
        try {
            encode(contacts.createContact(CreateContactRequest("Portela", "portela.0@example.com")))
        } catch (error: ClientException) {
            encode(decode<ErrorResponse>((error.response as ClientError<*>).body.toString()))
        }
    }
    answer("events") { encode(EventsApi(env("BASE_URL")).listEvents(limit = env("EVENTS").toInt())) }
    answer("unknown") { encode(EventsApi(future).listEvents()) }
    answer("added") { encode(ContactsApi(future).getContact(env("CONTACT_ID"))) }
    answer("webhooks") {
        val files = File(env("EXAMPLES")).listFiles()!!.sorted()
        files.joinToString(",", "[", "]") { typed(it.readText()) }
    }
    answer("names") { email -> encode(contacts.createContact(CreateContactRequest(env("NAME"), email))) }
    answer("numbers") { email ->
        val fields = decode<Map<String, Any>>(env("CUSTOM_FIELDS"))
        encode(contacts.createContact(CreateContactRequest("Ada", email, customFields = fields)))
    }
}
