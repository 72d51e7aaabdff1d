/** A real database per test, the product over real HTTP, a real mail server, and factories. */

export { countPages } from './count-pages.ts'
export { type FakeDnsServer, startFakeDnsServer } from './fake-dns-server.ts'
export { type FakeImapServer, startFakeImapServer } from './fake-imap-server.ts'
export { type FakeMailServer, startFakeMailServer } from './fake-mail-server.ts'
export { settableClock } from './settable-clock.ts'
export { startTestApp, type TestApp } from './test-app.ts'
export { createTestDatabase, type TestDatabase } from './test-database.ts'
export { verifyDkim } from './verify-dkim.ts'
