<?php
// Makes the calls of calls.ts with a client made by openapi-generator (php).
use GuzzleHttp\Client;
use OpenAPI\Client\Api\ContactsApi;
use OpenAPI\Client\Api\EventsApi;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\BatchContact;
use OpenAPI\Client\Model\BatchContactsRequest;
use OpenAPI\Client\Model\UpdateContactRequest;

require_once "GuzzleHttp/autoload.php";
spl_autoload_register(function (string $name) {
    $path = str_replace(["OpenAPI\\Client\\", "\\"], ["client/lib/", "/"], $name);
    if (is_file("$path.php")) {
        require_once "$path.php";
    }
});

function configurationOf(string $variable): Configuration
{
    return (new Configuration())->setHost(getenv($variable))->setAccessToken(getenv("CONTACTS_API_KEY"));
}

function answer(string $call, array $values): void
{
    echo $call, " ", json_encode($values), "\n";
}

function errorOf(callable $call): array
{
    try {
        $call();
    } catch (ApiException $error) {
        return [$error->getCode(), json_decode($error->getResponseBody())->error->code];
    }
    throw new Exception("no error");
}

$contacts = new ContactsApi(new Client(), configurationOf("CONTACTS_BASE_URL"));
$email = getenv("EMAIL");

$batch = new BatchContactsRequest(["contacts" => [
    new BatchContact(["name" => "Delfina Ríos", "email" => $email, "phone" => "+54 11 5555-0101"]),
    new BatchContact(["email" => "x$email"]), // a new contact needs a name
]]);
[$created, $failed] = $contacts->batchContacts($batch)->getData()->getResults();
answer("batch", [$created->getStatus(), $failed->getStatus(), $failed->getError()->getCode()]);

$events = (new EventsApi(new Client(), configurationOf("FUTURE_URL")))->listEvents()->getData();
$types = array_map(fn ($event) => $event->getType(), $events);
// The data of an event has no type here: an object of PHP, or an array.
$emails = array_map(fn ($event) => ((array) json_decode(json_encode($event->getData())))["email"] ?? null, $events);
answer("events", [$types, $emails[array_search("contact.created", $types)]]);

answer("missing", errorOf(fn () => $contacts->getContact(getenv("MISSING_ID"))));

$id = $created->getContact()->getId();
$both = new UpdateContactRequest(["tags" => ["vip"], "add_tags" => ["vip"]]);
answer("invalid", errorOf(fn () => $contacts->updateContact($id, $both)));

$changed = $contacts->updateContact($id, (new UpdateContactRequest())->setPhone(null));
answer("clear", [$created->getContact()->getPhone(), $changed->getData()->getPhone()]);
