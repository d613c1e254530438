<?php

// Asks a client made by openapi-generator (php) the questions of the harness.

use OpenAPI\Client\Api\ContactsApi;
use OpenAPI\Client\Api\EventsApi;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model;
use OpenAPI\Client\ObjectSerializer;

require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/client/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) {
        require $file;
    }
});
error_reporting(E_ALL & ~E_DEPRECATED);
// Its default leaves milliseconds out.
ObjectSerializer::setDateTimeFormat('Y-m-d\TH:i:s.vP');

const KINDS = [
    'contact.deleted' => Model\ContactDeletedEvent::class,
    'contact' => Model\ContactEvent::class,
    'conversation' => Model\ConversationEvent::class,
    'message' => Model\MessageEvent::class,
    'ticket' => Model\TicketEvent::class,
    'article' => Model\ArticleEvent::class,
    'webhook' => Model\TestEvent::class,
];

/** The settings for the server whose address is in this environment variable. */
function configuration(string $url): Configuration
{
    return (new Configuration())->setHost(getenv($url))->setAccessToken(getenv('API_KEY'));
}

/** Decodes a JSON text as a model. */
function decode(string $text, string $model): object
{
    return ObjectSerializer::deserialize(json_decode($text), '\\' . $model, []);
}

/** Prints what the question gives as JSON, or the first line of what went wrong. */
function answer(string $question, callable $ask): void
{
    try {
        $value = $ask($question . '.' . getenv('RUN') . '@example.com');
        echo $question, ' ok ', json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE), "\n";
    } catch (Throwable $error) {
        $text = get_class($error) . ' ' . $error->getMessage();
        echo $question, ' failed ', preg_replace('/\s+/', ' ', $text), "\n";
    }
}

$contacts = new ContactsApi(null, configuration('BASE_URL'));
$future = configuration('FUTURE_URL');
$create = fn (array $fields) => $contacts->createContact(new Model\CreateContactRequest($fields));

answer('list', function () use ($contacts) {
    $first = $contacts->listContacts('portela', 2);
    return [$first, $contacts->listContacts('portela', 2, $first->getNextCursor())];
});
answer('create', fn ($email) => $create(['name' => 'Ada', 'email' => $email, 'tags' => ['mayorista', 'vip']]));
answer('get', fn () => $contacts->getContact(getenv('CONTACT_ID')));
answer('conflict', function () use ($create) {
    try {
        return $create(['name' => 'Portela', 'email' => 'portela.0@example.com']);
    } catch (ApiException $error) {
        return $error->getResponseObject();
    }
});
$events = new EventsApi(null, configuration('BASE_URL'));
answer('events', fn () => $events->listEvents(null, (int) getenv('EVENTS')));
answer('unknown', fn () => (new EventsApi(null, $future))->listEvents());
answer('added', fn () => (new ContactsApi(null, $future))->getContact(getenv('CONTACT_ID')));
answer('webhooks', function () {
    $files = glob(getenv('EXAMPLES') . '/*');
    return array_map(function ($file) {
        $text = file_get_contents($file);
        $type = json_decode($text)->type;
        return decode($text, KINDS[$type] ?? KINDS[explode('.', $type)[0]]);
    }, $files);
});
answer('names', fn ($email) => $create(['name' => getenv('NAME'), 'email' => $email]));
answer('numbers', fn ($email) => $create([
    'name' => 'Ada',
    'email' => $email,
    'custom_fields' => json_decode(getenv('CUSTOM_FIELDS'), true),
]));
