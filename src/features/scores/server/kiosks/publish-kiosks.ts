import type { AccountsApi } from '#accounts/server/api.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { documentsById } from '#platform/live/server/live-query.ts'
import { moderatorsOnly } from '#roles/contract.ts'
import { guardGlobalRole } from '#roles/server/shared/role-guard.ts'
import { type BoardKioskDoc, scoresKiosks } from '#scores/contract/kiosks.ts'
import { kiosksChanged, scoresMerged } from '../changes.ts'
import { type KioskRow, listKiosks } from './kiosk-store.ts'

const kioskDocument = ({ machineId, createdByName, createdAt, openedAt, browser }: KioskRow): BoardKioskDoc & Fields => ({
  machineId,
  createdAt: new Date(createdAt),
  by: createdByName,
  ...(openedAt === null ? {} : { openedAt: new Date(openedAt), browser: browser ?? '' }),
})

/** Publishes the kiosks of a board. Only moderators may subscribe, and a subscription ends when the user loses that role. */
export function publishKiosks({ live }: FeatureContext, accounts: AccountsApi): void {
  live.query(scoresKiosks, {
    cache: { name: 'kiosks of boards', maxIdle: 0 },
    async params({ machineId }, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['moderator', 'admin'], moderatorsOnly)
      return machineId
    },
    key: machineId => `kiosks ${machineId}`,
    async load(tx, machineId, { watchKeys }) {
      watchKeys(machineId)
      return { boardKiosks: documentsById(await listKiosks(tx, machineId), row => [row.id, kioskDocument(row)]) }
    },
    reloadOn: [kiosksChanged.touches(({ machineId }) => [machineId]), scoresMerged.touches(({ from, into }) => [from, into])],
  })
}
