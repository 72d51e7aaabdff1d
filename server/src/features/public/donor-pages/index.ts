/**
 * Pages behind the links of mails to donors: the page of a match, and unsubscribing. Access requires a signed link,
 * and each change requires a click.
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
