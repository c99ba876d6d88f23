import { useCallback, useEffect, useState } from 'react'
import { type ImportInfo, type ImportKind, importsMine, importsUndo } from '#imports/contract.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
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
  const fetchImports = useMethod(importsMine)
  const [loaded, setLoaded] = useState<{ imports: ImportInfo[] } | { error: unknown } | null>(null)
  const load = useCallback(
    () =>
      fetchImports({}).then(
        imports => setLoaded({ imports }),
        (error: unknown) => setLoaded({ error }),
      ),
    [fetchImports],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another import is another list
  useEffect(() => void load(), [load, made])
  return (
    <Panel title={m.imports_mine()}>
      {loaded === null && <Skeleton kind="board-row" count={1} />}
      {loaded !== null && 'error' in loaded && (
        <ErrorState title={m.imports_mine_failed()} onRetry={() => void load()}>
          {errorMessage(loaded.error)}
        </ErrorState>
      )}
      {loaded !== null && 'imports' in loaded && loaded.imports.length === 0 && <p className={layout.muted}>{m.imports_mine_none()}</p>}
      {loaded !== null && 'imports' in loaded && loaded.imports.length > 0 && (
        <List className={layout.stack3}>
          {loaded.imports.map(each => (
            <ImportRow key={each.importId} info={each} onUndone={load} />
          ))}
        </List>
      )}
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
