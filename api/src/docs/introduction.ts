/** What holds for every call. */
export const introduction = `The calls of the portal: everything its screens do, and what the members’ app needs.

**Signing in.** POST /auth/login answers a token; send it as \`Authorization: Bearer …\`. It goes on while it is used; POST /auth/refresh renews it with the refresh token. Whoever got a password from somebody else (mustChangePassword) changes it with PUT /auth/password first; until then all but the profile and the logout answers 403. Whoever has a second factor gets \`secondFactor\` with a ticket instead of a token; POST /auth/second-factor answers the token for the ticket and a code. A call that weighs much asks for it again: 403 with \`secondFactor\` among the details, until POST /auth/factors/confirmation. What a user may do is the map of their user group; each call names the permission it needs.

**Lists** take offset, limit, sort, searchText and isDisable and answer \`{ items, total }\`. Lists of ids in a query are joined with commas.

**What is read.** A day as YYYY-MM-DD, DD-MM-YYYY, YYYY/MM/DD or an instant with its zone; a time as HH:mm or HH:mm:ss; numbers and yes or no also as text; a reference as its id or as the object that was read, so that a document can be changed and sent back whole; a list also as JSON text or joined with commas. Fields that a call does not know are ignored. What goes out has one form: days YYYY-MM-DD, instants ISO 8601 in UTC with three digits of the second or more, money as text with two decimals. Days are those of Asia/Kuala_Lumpur.

**Forms.** Calls with a picture take multipart/form-data as well: text as it is, everything else as JSON text, the picture as a file.

**Refusals** have one shape: statusCode, error, message, and details for each field. Unknown fields of sort are named in \`X-Sort-Ignored\`.

**Twice and meanwhile.** \`Idempotency-Key\` makes a repeat harmless; \`If-Match\` with the ETag of a GET refuses to overwrite what somebody else has changed.

**What others change.** GET /events is a stream of server-sent events (text/event-stream) that needs the token in its header, so read it by fetch: \`changed\` with the kinds of documents that changed, joined with commas, of those the caller may view; \`again\` when some may have been missed; \`over\` when the session is. \`missed\` says for how many seconds nothing was heard.`
