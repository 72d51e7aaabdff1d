/**
 * What a donor sees behind the links of a mail: the page of one match, and the way out of the mails. A signed link is the only
 * key to it; each change is one press of a person.
 */
export { serveDonorPages } from './serve-donor-pages.ts'
