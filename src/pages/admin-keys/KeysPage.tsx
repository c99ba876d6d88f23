import { useCallback, useEffect, useState } from 'react'
import styles from '#admin/ui/admin.module.css'
import { KEYS_PER_PAGE, type KeyInfo, keysAll } from '#keys/contract.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { AdminGuard } from '#roles/ui/AdminGuard.tsx'
import { KeyItem } from './KeyItem.tsx'

/** The keys of all users, each of which an administrator may revoke. */
export function KeysPage() {
  return (
    <AdminGuard title={m.keys_title()} path="/admin/keys">
      <Keys />
    </AdminGuard>
  )
}

function Keys() {
  const fetchKeys = useMethod(keysAll)
  const [keys, setKeys] = useState<KeyInfo[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [hasOlder, setHasOlder] = useState(false)
  const load = useCallback(async () => {
    try {
      const found = await fetchKeys({})
      setKeys(found)
      setHasOlder(found.length === KEYS_PER_PAGE)
      setError(null)
    } catch (problem) {
      setError(errorMessage(problem))
    }
  }, [fetchKeys])
  useEffect(() => void load(), [load])
  const older = useAsyncAction(async () => {
    const found = await fetchKeys({ before: keys!.at(-1)!.keyId })
    setKeys(now => [...now!, ...found])
    setHasOlder(found.length === KEYS_PER_PAGE)
  })
  if (keys === null && error !== null) {
    return (
      <ErrorState title={m.keys_all_failed()} onRetry={() => void load()}>
        {error}
      </ErrorState>
    )
  }
  if (keys === null) return <Skeleton kind="board-row" count={6} page />
  return (
    <>
      <p className={cx(layout.quiet, styles.quiet)}>{m.keys_all_text()}</p>
      {keys.length === 0 && <EmptyState title={m.keys_all_none()}>{m.keys_all_none_text()}</EmptyState>}
      {keys.length > 0 && (
        <List className={layout.stack}>
          {keys.map(key => (
            <KeyItem
              key={key.keyId}
              info={key}
              // The last one of a page is where the next one begins, so that all are loaded again when the list has become empty.
              onRevoked={() => (keys.length === 1 ? load() : setKeys(now => now!.filter(({ keyId }) => keyId !== key.keyId)))}
            />
          ))}
        </List>
      )}
      {hasOlder && keys.length > 0 && (
        <div>
          <Button busy={older.busy} onClick={older.start}>
            {m.keys_all_older()}
          </Button>
        </div>
      )}
      <FormError message={older.error} />
    </>
  )
}
