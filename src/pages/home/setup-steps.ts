import type { SiteSetupDoc } from '#admin/contract.ts'

export interface SetupStep {
  name: 'machines' | 'mail' | 'accounts' | 'event' | 'score'
  done: boolean
}

/** The steps that set a new site up, in the order in which they are taken. The first score ends them: the site is then no longer empty. */
export const setupSteps = ({ machines, events, accounts, sendsMail }: SiteSetupDoc): SetupStep[] => [
  { name: 'machines', done: machines > 0 },
  { name: 'mail', done: sendsMail },
  // The administrator has the first account.
  { name: 'accounts', done: accounts > 1 },
  { name: 'event', done: events > 0 },
  { name: 'score', done: false },
]
