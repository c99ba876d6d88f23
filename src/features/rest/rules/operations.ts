import type { MethodContract, PublicationContract } from '#platform/live/contract.ts'

export type AnyContract = MethodContract<unknown, unknown> | PublicationContract<unknown>

export const isPublication = (contract: AnyContract): contract is PublicationContract<unknown> => 'collections' in contract

/** Where all operations are. */
export const API_ROOT = '/api/v1'

/** Methods that only read, which are called by GET as publications are. */
const READING_METHODS: readonly string[] = [
  'boards.around',
  'boards.place',
  'cache.stats',
  'events.export',
  'events.look',
  'events.needs',
  'groups.look',
  'invitations.look',
  'machines.mergePreview',
  'machines.names',
  'machines.search',
  'moderation.overview',
  'names.matches',
  'search',
  'site.overview',
  'stations.initials',
  'stations.nvramMaps',
  'users.belongings',
  'venues.search',
]

/** Calls whose paths are not their names, because other programs know them by these. */
const PATHS: Readonly<Record<string, string>> = { 'stations.report': 'reports' }

/** Returns the name of the call that may have a path. */
export function nameOf(path: string): string {
  const own = path.slice(API_ROOT.length + 1)
  return Object.keys(PATHS).find(name => PATHS[name] === own) ?? own.replace('/', '.')
}

/** What is not offered over HTTP, and why. */
const NOT_OFFERED: readonly { names: RegExp; why: string }[] = [
  { names: /^_roles$/, why: 'Meteor clients alone ask for it' },
  { names: /^account\./, why: 'a person at a browser manages an account, with its password at hand' },
  { names: /^keys\./, why: 'a key must not make, see or revoke keys' },
  { names: /^oauth\./, why: 'other sites are allowed or registered by a person at a browser, who has signed in recently' },
  { names: /^patreon\./, why: 'it is a visit to another site' },
  { names: /^notifications\.(un)?subscribe$/, why: 'it belongs to one browser' },
  {
    names: /^(events|scores)\.(openDevice|openKiosk|leaveKiosk)$|^scores\.enter$/,
    why: 'a device at the bar does it with a key of its own',
  },
  { names: /^stations\.reportLive$/, why: 'a reporter says several times a second how its machine boards are, over its connection' },
  { names: /^settings\./, why: 'it has secrets of the site, and wants a recent sign-in' },
  { names: /^backups\.download$/, why: 'it wants a recent sign-in' },
]

/** Returns why a call is not offered over HTTP; null: it is. */
export const reasonNotOffered = ({ name }: Pick<AnyContract, 'name'>): string | null =>
  NOT_OFFERED.find(({ names }) => names.test(name))?.why ?? null

/** How a call is made over HTTP. */
export interface Operation {
  contract: AnyContract
  /** `GET` reads and changes nothing */
  method: 'GET' | 'POST'
  path: string
}

/** Returns how a call is made over HTTP; null: it is not offered. */
export function operationOf(contract: AnyContract): Operation | null {
  if (reasonNotOffered(contract) !== null) return null
  const reads = isPublication(contract) || READING_METHODS.includes(contract.name)
  return { contract, method: reads ? 'GET' : 'POST', path: `${API_ROOT}/${PATHS[contract.name] ?? contract.name.replace('.', '/')}` }
}
