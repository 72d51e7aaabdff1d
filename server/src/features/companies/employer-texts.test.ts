import { readFileSync } from 'node:fs'
import { createEmployerIndex, type EmployerFinding, type Employment } from '@twofold/matching'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { editionOf, readDirectoryFiles } from './directory-files.ts'

/** Texts as donors write their employer, read against the whole directory. */

const { employers } = editionOf(await readDirectoryFiles())
const index = createEmployerIndex(
  employers.map(({ name, aliases, email_domains }, place) => ({
    id: place + 1,
    name,
    aliases,
    domains: email_domains,
  })),
)

type Sample = { readonly text: string; readonly employer: string; readonly relation: string; readonly kind: string }
const texts: Sample[] = parse(readFileSync(new URL('employer-texts.testing.csv', import.meta.url)), { columns: true })

/** The entry that a name stands for, '' where the directory has none. */
const entryOf = (name: string): string => (name === '' ? '' : (index.find({ text: name }).companyName ?? ''))
const howOf: Readonly<Record<string, string>> = { no_employer: 'no_employer', placeholder: 'none', unclear: 'unclear' }

const isRight = (finding: EmployerFinding, { employer, kind }: Sample): boolean =>
  (finding.companyName ?? '') === entryOf(employer) && (howOf[kind] ?? finding.how) === finding.how

const relations: Partial<Record<Employment, string>> = { contractor: 'unknown', part_time: 'employee' }
const relationOf = ({ employment }: EmployerFinding, kind: string): string =>
  employment === null ? (kind === 'employer' ? 'employee' : 'unknown') : (relations[employment] ?? employment)

describe('310 texts with their meaning', () => {
  const findings = texts.map((sample) => ({ sample, finding: index.find({ text: sample.text }) }))

  test('no wrong employer is acted on', () => {
    const wrong = findings.filter(({ sample, finding }) => finding.companyName && !isRight(finding, sample))
    expect(wrong.map(({ sample, finding }) => `${sample.text}: ${finding.companyName}`)).toEqual([])
  })

  test('at least 95 of 100 are right', () => {
    const missed = findings.filter(({ sample, finding }) => !isRight(finding, sample)).map(({ sample }) => sample.text)
    expect(missed.length / texts.length).toBeLessThanOrEqual(0.05)
  })

  test('at least 95 of 100 say rightly what the donor is to the employer', () => {
    const missed = findings.filter(({ sample, finding }) => relationOf(finding, sample.kind) !== sample.relation)
    expect(missed.length / texts.length).toBeLessThanOrEqual(0.05)
  })
})

/** Others like them. '' is for people to judge; '-' is no employer; '?' is as good as nothing. */
const others: readonly [string, string, (Employment | null)?][] = [
  ['Retired - Boeing', 'Boeing', 'retired'],
  ['Ret. Boeing', 'Boeing', 'retired'],
  ['Pfizer (ret)', 'Pfizer', 'retired'],
  ['retired Microsoft engineer', 'Microsoft', 'retired'],
  ['IBM Corp (Retired)', 'IBM', 'retired'],
  ['Retired, none', '-', 'retired'],
  ['N/A - retired', '-', 'retired'],
  ['retired teacher', '-', 'retired'],
  ['spouse - Nordstrom', 'Nordstrom', 'spouse'],
  ["Husband's Employer - Chevron", 'Chevron', 'spouse'],
  ['Microsoft (spouse)', 'Microsoft', 'spouse'],
  ['my wife works for Amazon', 'Amazon', 'spouse'],
  ['The UPS Store 4312', ''],
  ['UPS Store #22', ''],
  ['UPS Store', ''],
  ['Marriott owner', ''],
  ['Apple Tree Dental', ''],
  ['Prudential Realty', ''],
  ['Kellogg School of Management', ''],
  ['Intuit Dome', ''],
  ['Lilly Pulitzer', ''],
  ['Wells Fargo Center', ''],
  ['Shell Lake School District', ''],
  ['Boeing (husband, ret.)', 'Boeing', 'retired'],
  ['Texas Instruments retired 2009', 'Texas Instruments', 'retired'],
  ['self employed - Microsoft vendor', '-', 'none'],
  ['Starbucks #1234 Barista', 'Starbucks'],
  ['homedepot.com', 'The Home Depot'],
  ['Past employee of Nike', 'Nike', 'former'],
  ['Boeing 1990-2015', 'Boeing', 'former'],
  ['Board of Trustees, Open Society Foundations', 'Open Society Foundations', 'board'],
  ['part time at Costco', 'Costco', 'part_time'],
  ['consulting for Amazon', 'Amazon', 'contractor'],
  ['Allstate agent', 'Allstate', 'contractor'],
  ['I work for Nike', 'Nike', 'employee'],
  ['on leave from Microsoft', 'Microsoft', 'employee'],
  ['Employed by the US Navy', 'U.S. Navy', 'employee'],
  ['Partner, KPMG', 'KPMG', null],
  ['principal at Deloitte', 'Deloitte', null],
  ['Starbucks barista', 'Starbucks', null],
  ['Microsoft (Redmond, WA)', 'Microsoft'],
  ['Intel - Hillsboro OR', 'Intel'],
  ['Nike Inc - Beaverton, OR', 'Nike'],
  ['Costco Wholesale #110', 'Costco'],
  ['Walmart #1234', 'Walmart'],
  ['CISCO SYSTEMS, INC.', 'Cisco'],
  ['Morgan Stanley Wealth Management', 'Morgan Stanley'],
  ['US Bank NA', 'U.S. Bank'],
  ['home-depot', 'The Home Depot'],
  ['Northrop Gruman', 'Northrop Grumman'],
  ['Lockeed Martin', 'Lockheed Martin'],
  ['Acenture', 'Accenture'],
  ['Genetech', 'Genentech'],
  ['www.boeing.com', 'Boeing'],
  ['VA', 'U.S. Department of Veterans Affairs'],
  ['VA hospital', ''],
  ['GE Aviation', ''],
  ['Apple Valley Unified School District', ''],
  ['Target Marketing Inc', ''],
  ['Target Marketing Group', ''],
  ['Delta Security Group', ''],
  ['Chase Marketing', ''],
  ['Target marketing manager', 'Target'],
  ['Microsoft Marketing', 'Microsoft'],
  ['Delta Dental', ''],
  ['Shell Lake Schools', ''],
  ["Ford's Theatre", ''],
  ['Oracle Roofing', ''],
  ['Gap Filler LLC', ''],
  ['Ford, Johnson & Associates', ''],
  ['Google and Microsoft', ''],
  ['Boeing; Starbucks', ''],
  ['Progressive Dental', ''],
  ['Vanguard Cleaning', ''],
  ['Mars Hill University', ''],
  ['Principal, Lincoln High School', ''],
  ['Martel', ''],
  ['Lennard', ''],
  ['Kelley', ''],
  ['Merced', ''],
  ['Bank of Armenia', ''],
  ['Merck KGaA', ''],
  ['owner, Shell station', ''],
  ['Left Coast Brewing', ''],
  ['Board Game Cafe', ''],
  // French and Spanish
  ['jubilado de IBM', 'IBM', 'retired'],
  ['Retirada de Chevron', 'Chevron', 'retired'],
  ['retraité, General Electric', 'General Electric', 'retired'],
  ["Retraité d'IBM", 'IBM', 'retired'],
  ["retraitée de L'Oréal", "L'Oréal", 'retired'],
  ['Boeing (jubilada)', 'Boeing', 'retired'],
  ['ingénieur retraité', '-', 'retired'],
  ['Je travaille chez Microsoft', 'Microsoft', 'employee'],
  ['trabajo en Walmart', 'Walmart', 'employee'],
  ['Empleada de Google', 'Google', 'employee'],
  ['Mi esposo trabaja en Intel', 'Intel', 'spouse'],
  ['Ma femme travaille chez Google', 'Google', 'spouse'],
  ["conjointe d'un employé de Boeing", 'Boeing', 'spouse'],
  ['ancien employé de Shell', 'Shell', 'former'],
  ['ex empleado de Nike', 'Nike', 'former'],
  ['contratista de Intel', 'Intel', 'contractor'],
  ['Ingénieure chez Google', 'Google'],
  ['estudiante', '-', 'none'],
  ['étudiante', '-', 'none'],
  ['travailleur autonome', '-', 'none'],
  ['trabajadora por cuenta propia', '-', 'none'],
  ['ama de casa', '-', 'none'],
  ['femme au foyer', '-', 'none'],
  ['desempleado', '-', 'none'],
  ['sans emploi', '-', 'none'],
  ['Retraitée', '-', 'retired'],
  ['prefiero no decir', '?'],
  ['sans objet', '?'],
  ['S/O', '?'],
  // initials of firms
  ['SO', ''],
  ['ND', ''],
  ['NC', ''],
  // few programs mean them by spouses
  ['fiancée - Nordstrom', ''],
  ['freelance writer', '-', 'none'],
  // towns and states
  ['AbbVie Inc North Chicago', 'AbbVie'],
  ['caterpillar inc, Peoria', 'Caterpillar'],
  ['Qualcomm Inc. San Diego', 'Qualcomm'],
  ['Microsoft Redmond WA 98052', 'Microsoft'],
  ['medtronic, minneapolis mn', 'Medtronic'],
  ['GOLDMAN SACHS NEW YORK NY', 'Goldman Sachs'],
  ['Duke Energy Carolinas', 'Duke Energy'],
  ['Amazon, Seattle WA', 'Amazon'],
  // titles
  ['Senior Software Engineer at Netflix', 'Netflix'],
  ['Lead Data Scientist @ Netflix', 'Netflix'],
  ['VP of Sales, Oracle', 'Oracle'],
  ['Sr. Product Marketing Manager, Adobe', 'Adobe'],
  ['Alaska Airlines flight attendant', 'Alaska Airlines'],
  ['UPS package handler', 'UPS'],
  ['retired flight attendant', '-', 'retired'],
  // branches, offices, stores and site codes
  ['Wells Fargo - Springfield branch', 'Wells Fargo'],
  ['Bank of America, Springfield branch', 'Bank of America'],
  ['Wells Fargo - Main Street branch', 'Wells Fargo'],
  ['Chase, 5th Avenue branch', 'JPMorgan Chase'],
  ['Citibank Main Street branch', 'Citigroup'],
  ['Deloitte - Portland office', 'Deloitte'],
  ['Deloitte Portland office', 'Deloitte'],
  ['PwC (Boston office)', 'PwC'],
  ['Target - Springfield store', 'Target'],
  ['nordstrom - downtown store', 'Nordstrom'],
  ['Kroger #123 - Springfield store', 'Kroger'],
  ['UPS - Hodgkins hub', 'UPS'],
  ['Amazon Fulfillment Center ABC1', 'Amazon'],
  ['Amazon LLC SEA8', 'Amazon'],
  ['Microsoft NW', 'Microsoft'],
  ['Home Depot SE', 'The Home Depot'],
  ['Shell NW', ''],
  ['Delta NW', ''],
  ['Providence NW', ''],
  ['Ford - law office', ''],
  ['Jacobs, tax office', ''],
  ['First Bank - Springfield branch', ''],
  ['Springfield branch', ''],
  ['ABC1', ''],
  // first names as they were written short
  ['Chas. Schwab', 'Charles Schwab'],
  ['Chas. Schwab - Phoenix office', 'Charles Schwab'],
  ['Edw. Jones', 'Edward Jones'],
  ['Robt. Half', 'Robert Half'],
  ['Chas. Smith Plumbing', ''],
  ['Wm. Smith', ''],
  // two names
  ['Alphabet/Google', 'Google'],
  ['Instagram / Meta', 'Meta'],
  ['KP - Kaiser Permanente', 'Kaiser Permanente'],
  ['BCG - Boston Consulting Group', 'Boston Consulting Group'],
  // what stands behind
  ['The Hartford Insurance', 'The Hartford'],
  ['Nike World HQ', 'Nike'],
  ['Apple headquarters', 'Apple'],
  ['Costco corporate office', 'Costco'],
  ['pensionnée de Bell Canada', 'Bell Canada', 'retired'],
  ['Delta Airlines ramp agent', 'Delta Air Lines'],
  ['Assoc. Professor, Duke University', 'Duke University'],
  ['Cisco Systems San Jose', 'Cisco'],
  ['Chevron - Senior Petroleum Engineer', 'Chevron'],
  ['T Rowe Price Associates', 'T. Rowe Price'],
  ['union pacific RR', 'Union Pacific'],
  ['Walgreens store #04512', 'Walgreens'],
  ['Bristol-Meyers Squibb', 'Bristol Myers Squibb'],
  ['Thermo Fischer Scientific', 'Thermo Fisher Scientific'],
  ['Catepillar', 'Caterpillar'],
  // entries of their own
  ['Duke University', 'Duke University'],
  ['Fed Ex', 'FedEx', null],
  ['Ford Foundation', 'Ford Foundation'],
  // like a company's name, and nobody's that is known
  ['Ball State', ''],
  ['Ball Denver', ''],
  ['Ball High School', ''],
  ['Delta Dental of Washington', ''],
  ['Oracle, AZ', ''],
  ['Goodyear AZ', ''],
  ['Mount Sinai Chicago', ''],
  ['Purdue Fort Wayne', ''],
  ['Delta County', ''],
  ['Delta Colorado', ''],
  ['The Citadel, Charleston', ''],
  ["Land O'Lakes, FL", ''],
  ['Iron Mountain Michigan', ''],
  ['Fox Chicago', ''],
  ['Apple Spa', ''],
  ['Jones Day Spa', ''],
  ['Boeing Field Cafe', ''],
  ['Apple Creek Veterinary', ''],
  ['Oracle Park Bar', ''],
  ['Verizon / Frontier', ''],
  ['Amazon Watch', ''],
  ['Chase Elementary', ''],
  ['Chase County Schools', ''],
  ['Apple Montessori', ''],
  ['Apple Valley', ''],
  ['Target Zero Consulting', ''],
  ['Target Texas', ''],
  ['Target Range Shooting Club', ''],
  ['Shell Beach Elementary', ''],
  ['Shell Point Retirement Community', ''],
  ['Dover, DE', ''],
  ['Hershey, PA', ''],
  ['Hershey - Pennsylvania', ''],
  ['Princeton, NJ', ''],
  ['Hess, Robert', ''],
  ['Jacobs, Austin', ''],
  ['Kelly, Georgia', ''],
  ['Hilton, Austin', ''],
  ['Honda Bellevue', ''],
  ['BMW Seattle', ''],
  ['University of Texas Dallas', ''],
  ['University of Wisconsin Milwaukee', ''],
  ['Hershey Electrical', ''],
  ['Hershey Electrical Contractor', ''],
  ['Hartford Hospital Clinic', ''],
  ['The Hartford Courant', ''],
  ['Hartford Public Schools', ''],
  ['Principal HQ', ''],
  ['Marsh Associates', ''],
  ['Edward Jones & Associates', ''],
  ['Google/Microsoft', ''],
  ['Apple Inc, Microsoft', ''],
  ['Intel Corp Foundation', ''],
  ['Boeing School of Nursing', ''],
  ['IBM Employees Union', ''],
  ['Merck Family Foundation', ''],
  ['Union Pacific Employees Credit Union', ''],
  ['YMCA Seattle', ''],
  ['Blue Cross Blue Shield Texas', ''],
  ['Mari Boeing Consulting', ''],
  ['Maestro Pizza', ''],
  ['Kaiser Oregon', ''],
  ['Emerson College', ''],
  ['Meta Seattle', ''],
  ['freelance Robotics', ''],
  ['Independent Bank', ''],
  ['Self Storage', ''],
  ['JJ - Jim Jones', ''],
  ['Duke Carolinas', ''],
  ['between jobs', '-'],
  ['Self-employed (Jones Studio)', '-'],
  ['rather not say', '?'],
  ['see above', '?'],
  ['TBD', '?'],
  // arms, brands, names of before and of a French Canada
  ['Lockheed Martin Space Systems', 'Lockheed Martin'],
  ['RTX - Pratt & Whitney', 'RTX'],
  ['Walt Disney World Resort', 'The Walt Disney Company'],
  ['Costco Pharmacy', 'Costco'],
  ['Wells Fargo Home Mtg', 'Wells Fargo'],
  ['Citibank NA', 'Citigroup'],
  ['Banque Royale du Canada', 'RBC'],
  ['Postes Canada - facteur', 'Canada Post'],
  ['Boeing - Microsoft', ''],
  ['Samsung Austin', ''],
  ['State Farm - Bob Smith Agency', ''],
  ["McDonald's (franchise owner)", ''],
  // who it is that works there
  ['Retired-AT&T', 'AT&T', 'retired'],
  ['CNN (retired producer)', 'Warner Bros. Discovery', 'retired'],
  ['Widow of Boeing retiree', 'Boeing', 'spouse'],
  ['mon mari: Pratt & Whitney', 'RTX', 'spouse'],
  ['mi esposa trabaja en el Walmart', 'Walmart', 'spouse'],
  ['retraité de l’Université McGill', 'McGill University', 'retired'],
  ['on disability from Boeing', 'Boeing', 'employee'],
  ['Daughter works at Apple', ''],
  ['parents work at Intel', ''],
  ['Wife: Teacher, Husband: Boeing', ''],
  ['USPS letter carrier', 'U.S. Postal Service'],
  ['Gerente de tienda, Home Depot', 'The Home Depot'],
  // "Director" beside a name is a title: what the donor is stays unknown, and is asked where it matters
  ['Director, Boeing', 'Boeing', null],
  ['Independent director, Boeing', 'Boeing', 'board'],
  // small letters, abbreviations, addresses
  ['publix - lakeland', 'Publix'],
  ['State of WA', 'State of Washington'],
  ['HEB #455', 'H-E-B'],
  ['jane@nike.com', 'Nike'],
  ['jane@gmail.com', ''],
  ['linkedin.com/in/jane', ''],
  ['Eli Lily', 'Eli Lilly and Company'],
  ['Lily', ''],
  ['Visa - Foster City', 'Visa'],
  ['Harvard, MA', ''],
  ['Target Field', ''],
  // nobody's
  ['Not employed/Retired', '-', 'retired'],
  ['retired military', '-', 'retired'],
  ['Retired from teaching', '-', 'retired'],
  ['not working right now', '-', 'none'],
  ['à la retraite depuis 2015', '-', 'retired'],
  ['étudiante à temps plein', '-', 'none'],
  ['currently between jobs', '-', 'none'],
  // answers to "Does your employer match gifts? If so, who?"
  ['Yes, Salesforce', 'Salesforce'],
  ['Yes - Microsoft', 'Microsoft'],
  ['Yes! Google', 'Google'],
  ['Yes, at Apple', 'Apple'],
  ['Yes Bank', ''],
  ['yes', '?'],
  ['Not sure', '?'],
  ['I don’t know', '?'],
]

test.each<(typeof others)[number]>(others)('“%s” is “%s”', (...[text, meaning, employment]) => {
  const finding = index.find({ text })
  const how = meaning === '-' ? 'no_employer' : meaning === '?' ? 'none' : meaning === '' ? 'unclear' : finding.how
  expect([finding.companyName ?? '', finding.how]).toEqual(['-?'.includes(meaning) ? '' : meaning, how])
  if (employment !== undefined) expect(finding.employment).toBe(employment)
})

test('a lookalike is for people to judge, also beside an address at the company', () => {
  const finding = index.find({ text: "Bob's Plumbing", email: 'bob@microsoft.com' })
  expect(finding).toMatchObject({ companyId: null, how: 'unclear' })
  expect(finding.candidates[0]).toBe(index.find({ text: 'Microsoft' }).companyId)
})
