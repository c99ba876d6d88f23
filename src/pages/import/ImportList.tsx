import { useEffect, useState } from 'react'
import { type ImportInfo, type ImportKind, importsMine, importsUndo } from '#imports/contract.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { MethodPart } from '#platform/ui/states/MethodPart.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'

const kinds: Record<ImportKind, () => string> = { scores: m.imports_scores, people: m.imports_people, event: m.imports_event }
const whatUndoDoes: Record<ImportKind, () => string> = {
  scores: m.imports_undo_scores,
  people: m.imports_undo_people,
  event: m.imports_undo_event,
}

/** The user's imports, each of which can be undone. @param made how many were made since the page was opened */
export function ImportList({ made }: { made: number }) {
  const mine = useMethodResult(importsMine, {})
  const { reload } = mine
  useEffect(() => {
    if (made > 0) void reload()
  }, [made, reload])
  return (
    <Panel title={m.imports_mine()}>
      <MethodPart of={mine} failed={m.imports_mine_failed()}>
        {imports =>
          imports.length === 0 ? (
            <p className={layout.muted}>{m.imports_mine_none()}</p>
          ) : (
            <List className={layout.stack3}>
              {imports.map(each => (
                <ImportRow key={each.importId} info={each} onUndone={reload} />
              ))}
            </List>
          )
        }
      </MethodPart>
    </Panel>
  )
}

function ImportRow({
  info: { importId, kind, title, added, createdAt, undoneAt, eventId },
  onUndone,
}: {
  info: ImportInfo
  onUndone: () => Promise<void>
}) {
  const undo = useMethod(importsUndo)
  const [isAsking, setIsAsking] = useState(false)
  /** how many people stayed when it was undone here */
  const [kept, setKept] = useState(0)
  return (
    <li className={cx(layout.between, layout.row3)}>
      <span className={cx(layout.stack, layout.anywhere)}>
        <strong>{eventId === undefined || undoneAt !== null ? <bdi>{title}</bdi> : <a href={`/events/${eventId}`}>{title}</a>}</strong>
        <span className={layout.small}>
          {kinds[kind]()} · {plainNumber(added)} · {undoneAt === null ? <TimeAgo at={createdAt} /> : m.imports_undone()}
        </span>
        {kept > 0 && <span role="status">{m.imports_kept({ count: kept, n: plainNumber(kept) })}</span>}
      </span>
      {undoneAt === null && (
        <Button aria-label={m.imports_undo_one({ title })} onClick={() => setIsAsking(true)}>
          {m.imports_undo()}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={m.imports_undo_title()}
          confirmLabel={m.imports_undo()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => {
            setKept((await undo({ importId })).kept)
            await onUndone()
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>{whatUndoDoes[kind]()}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
