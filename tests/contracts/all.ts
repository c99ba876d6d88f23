import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { MethodContract, PublicationContract } from '../../src/platform/live/contract.ts'

type Method = MethodContract<unknown, unknown>
type Publication = PublicationContract<unknown>
export type Contract = Method | Publication

export const isPublication = (contract: Contract): contract is Publication => 'collections' in contract

const isContract = (each: unknown): each is Contract =>
  typeof each === 'object' && each !== null && 'input' in each && 'terms' in each && 'name' in each && typeof each.name === 'string'

/** Every method and publication that a feature's `contract.ts` (or `contract/`) exports, sorted by name. They are found by file name. */
export async function loadContracts(): Promise<Contract[]> {
  const features = new URL('../../src/features/', import.meta.url)
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(path => /^[^/]+\/contract(\/[^/]+)?\.ts$/.test(path))
  const modules = await Promise.all(files.map(path => import(fileURLToPath(new URL(path, features))) as Promise<object>))
  const contracts = modules.flatMap(module => Object.values(module).filter(isContract))
  return contracts.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * The names of all contracts of one kind. Registered names without a contract belong to the Meteor protocol, with other argument shapes.
 */
export const listNames = (contracts: readonly Contract[], publications: boolean): string[] =>
  contracts.filter(each => isPublication(each) === publications).map(({ name }) => name)
