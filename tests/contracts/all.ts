import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ACCOUNT_PROBLEMS } from '#accounts/rules.ts'
import type { CallError } from '#platform/live/call-errors.ts'
import type { MethodContract, ProtocolMethod, PublicationContract } from '#platform/live/contract.ts'
import type { Rates } from '#platform/live/rates.ts'

type Method = MethodContract<unknown, unknown>
type Publication = PublicationContract<unknown>
export type Contract = Method | Publication

export const isPublication = (contract: Contract): contract is Publication => 'collections' in contract

const isContract = (each: unknown): each is Contract =>
  typeof each === 'object' && each !== null && 'input' in each && 'terms' in each && 'name' in each && typeof each.name === 'string'

const isProtocolMethod = (each: unknown): each is ProtocolMethod =>
  typeof each === 'object' && each !== null && 'rates' in each && 'name' in each && typeof each.name === 'string'

/** Everything that a feature's `contract.ts` (or `contract/`) exports, with its names. The files are found by name. */
async function loadNamedExports(): Promise<[string, unknown][]> {
  const features = new URL('../../src/features/', import.meta.url)
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(path => /^[^/]+\/contract(\/[^/]+)?\.ts$/.test(path))
  const modules = await Promise.all(files.map(path => import(fileURLToPath(new URL(path, features))) as Promise<object>))
  return modules.flatMap(module => Object.entries(module))
}

/** The same, and the items of lists, without names. */
const loadExports = async (): Promise<unknown[]> => (await loadNamedExports()).flatMap(([, each]) => each)

const byName = <T extends { name: string }>(each: readonly T[]): T[] => [...each].sort((a, b) => (a.name < b.name ? -1 : 1))

/** Every method and publication that has a contract with a schema, sorted by name. */
export const loadContracts = async (): Promise<Contract[]> => byName((await loadExports()).filter(isContract))

/** The name that each contract is exported by, by its own name. */
export const loadExportNames = async (): Promise<Map<string, string>> =>
  new Map((await loadNamedExports()).flatMap(([name, each]) => (isContract(each) ? [[each.name, name]] : [])))

const isCallErrorDefinition = (each: unknown): each is CallError => typeof each === 'function' && 'code' in each && 'reason' in each

/** Every error that a contract declares. */
export const loadErrors = async (): Promise<CallError[]> => [...new Set((await loadExports()).filter(isCallErrorDefinition))]

/** Every rule for fields that the source declares, with `…` for what its words name besides numbers. */
export function readRules(): { code: string; words: string }[] {
  const src = new URL('../../src/', import.meta.url)
  const declared = /\b(?:malformed\(|fieldRule\(\s*'(?<code>[\w-]+)',)\s*(?<quote>['"`])(?<words>(?:(?!\k<quote>).)+)\k<quote>/g
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(path => /(?<!\.test)\.ts$/.test(path))
  const found = files.sort().flatMap(path => [...readFileSync(new URL(path, src), 'utf8').matchAll(declared)])
  return [
    ...found.map(({ groups }) => ({ code: groups!.code ?? 'malformed', words: groups!.words!.replace(/\$\{[^}]*\}/g, '…') })),
    ...Object.entries(ACCOUNT_PROBLEMS).map(([code, words]) => ({ code, words })),
  ]
}

/** How often each method may be called, by its name, those of Meteor's protocol included. */
export async function loadRates(): Promise<Map<string, Rates>> {
  const exported = await loadExports()
  const contracts = exported.filter(isContract).filter(each => !isPublication(each))
  const rates = [
    ...contracts.map(({ name, terms }) => ({ name, rates: (terms as Method['terms']).rates })),
    ...exported.filter(isProtocolMethod),
  ]
  return new Map(byName(rates).map(each => [each.name, each.rates]))
}

/**
 * The names of all contracts of one kind. Registered names without a contract belong to the Meteor protocol, with other argument shapes.
 */
export const listNames = (contracts: readonly Contract[], publications: boolean): string[] =>
  contracts.filter(each => isPublication(each) === publications).map(({ name }) => name)

/** The guide of docs/rest.md as a document without files beside it has it: without its title, and with the texts of links to files alone. */
export const readGuide = (): string =>
  readFileSync(new URL('../../docs/rest.md', import.meta.url), 'utf8')
    .replace(/^# .*\n+/, '')
    .replace(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1')
