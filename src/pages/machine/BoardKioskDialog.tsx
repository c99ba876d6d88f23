import { useState } from 'react'
import { v7 } from 'uuid'
import type { MachineDoc } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { KioskDialog } from '#platform/ui/kiosk/KioskDialog.tsx'
import { QrCode } from '#platform/ui/sharing/QrCode.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { type BoardKioskDoc, scoresEndKiosk, scoresKioskLink, scoresKiosks } from '#scores/contract/kiosks.ts'

type Kiosk = BoardKioskDoc & { _id: string }

/** A new kiosk of a machine's board, and those that there are. */
export function BoardKioskDialog({
  machineId,
  machine: { name },
  onClose,
}: {
  machineId: string
  machine: MachineDoc
  onClose: () => void
}) {
  useSubscription(scoresKiosks, { machineId })
  const kiosks = useDocuments<BoardKioskDoc, Kiosk[]>(
    'boardKiosks',
    documents => documents.filter(each => each.machineId === machineId).sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime()),
    [machineId],
  )
  return (
    <KioskDialog
      words={m.scores_kiosk_words()}
      link={code => <KioskLink machineId={machineId} name={name} kioskCode={code} />}
      onClose={onClose}
    >
      {kiosks.length > 0 && (
        <section className={layout.stack2} aria-labelledby="kiosks">
          <h3 id="kiosks">{m.scores_kiosk_list()}</h3>
          <List className={layout.stack2}>
            {kiosks.map(kiosk => (
              <KioskItem key={kiosk._id} kiosk={kiosk} />
            ))}
          </List>
        </section>
      )}
    </KioskDialog>
  )
}

function KioskItem({ kiosk: { _id: kioskId, browser, openedAt, createdAt, by } }: { kiosk: Kiosk }) {
  const end = useMethod(scoresEndKiosk)
  const { busy, error, start } = useAsyncAction(() => end({ kioskId }))
  const title = browser ?? m.scores_kiosk_unopened()
  return (
    <li className={layout.facts}>
      <span>{title}</span>
      <span>{by}</span>
      <TimeAgo at={openedAt ?? createdAt} />
      <Button kind="plain" busy={busy} aria-label={m.scores_kiosk_end_one({ name: title })} onClick={start}>
        {m.scores_kiosk_end()}
      </Button>
      <FormError message={error} />
    </li>
  )
}

function KioskLink({ machineId, name, kioskCode }: { machineId: string; name: string; kioskCode: string }) {
  const [id] = useState(() => v7())
  const { result, error } = useMethodResult(scoresKioskLink, { _id: id, machineId, kioskCode })
  return (
    <div className={layout.stack3} aria-busy={result === null && error === null}>
      <p>{m.scores_kiosk_link_words()}</p>
      <FormError message={error} />
      {result !== null && (
        <>
          <QrCode text={result.url} label={m.scores_kiosk_link_of({ machine: name })} />
          <a className={layout.strong} href={result.url}>
            {m.ui_kiosk_here()}
          </a>
        </>
      )}
    </div>
  )
}
