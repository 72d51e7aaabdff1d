/**
 * What a donor sees behind the links of a mail: the page of one match, and the way out of the mails. A signed link is the only
 * key to it; each change is one press of a person.
 */
import type { Room } from '../../../platform/services/room.ts'
import type { Directory } from '../../core/companies/index.ts'
import { correctingLetters } from './correcting/letters.ts'
import { matchRequestRoutes } from './correcting/match-requests.routes.ts'
import { serveDonorPages } from './serve-donor-pages.ts'
import { wishLetters } from './wishes/letters.ts'

export const donorLetters = { ...correctingLetters, ...wishLetters } as const

export const donorPagesRoom = ({ directory }: { readonly directory: Directory }): Room => ({
  routes: matchRequestRoutes(directory),
  pages: [serveDonorPages(directory)],
})
