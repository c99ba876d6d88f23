import { useCallback, useEffect, useState } from 'react'
import { type CacheRow, cacheClear, cacheStats } from '#admin/contract.ts'
import styles from '#admin/ui/admin.module.css'
import { cacheLabel } from '#admin/ui/cache-label.ts'
import { countParams, formatBytes, formatRate } from '#admin/ui/format-bytes.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { AdminGuard } from '#roles/ui/AdminGuard.tsx'

/** Shows the size and hit rate of each cache, with buttons to clear them. */
export function CachePage() {
  return (
    <AdminGuard title={m.ui_caches()} path="/admin/cache">
      <Caches />
    </AdminGuard>
  )
}

function Caches() {
  const [stats, clear] = [useMethod(cacheStats), useMethod(cacheClear)]
  const [rows, setRows] = useState<CacheRow[] | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const loadStats = useCallback(
    () =>
      stats({}).then(
        found => {
          setRows(found)
          setError(null)
        },
        (problem: unknown) => setError(errorMessage(problem)),
      ),
    [stats],
  )
  useEffect(() => void loadStats(), [loadStats])
  const run = async (name: string, action: () => Promise<void>): Promise<void> => {
    setBusy(name)
    setAnnouncement('')
    try {
      await action()
      await loadStats()
    } catch (problem) {
      setError(errorMessage(problem))
    } finally {
      setBusy(null)
    }
  }
  const clearCache = (name?: string): Promise<void> =>
    run(name ?? 'all', async () => {
      const { cleared } = await clear(name === undefined ? {} : { name })
      setAnnouncement(
        name === undefined
          ? m.admin_cache_cleared_all(countParams(cleared))
          : m.admin_cache_cleared({ name: cacheLabel(name), ...countParams(cleared) }),
      )
    })
  if (rows === null) {
    return error === null ? (
      <Skeleton kind="board-row" count={6} page />
    ) : (
      <ErrorState title={m.admin_cache_failed()} onRetry={() => void loadStats()}>
        {error}
      </ErrorState>
    )
  }
  return (
    <>
      <p className={cx(layout.quiet, styles.quiet)}>{m.admin_cache_safe()}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{m.admin_cache_name()}</th>
            <th scope="col">{m.admin_cache_entries()}</th>
            <th scope="col">{m.admin_cache_size()}</th>
            <th scope="col">{m.admin_cache_hits()}</th>
            <td>
              <VisuallyHidden>{m.admin_cache_clear()}</VisuallyHidden>
            </td>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.name}>
              <th scope="row">{cacheLabel(row.name)}</th>
              <td>{plainNumber(row.entries)}</td>
              <td>{formatBytes(row.bytes)}</td>
              <td>{formatRate(row)}</td>
              <td>
                <Button
                  kind="plain"
                  aria-label={m.admin_cache_clear_name({ name: cacheLabel(row.name) })}
                  busy={busy === row.name}
                  onClick={() => void clearCache(row.name)}
                >
                  {m.admin_cache_clear()}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <FormError message={error} />
      <div className={cx(layout.row3, styles.actions)}>
        <Button kind="primary" busy={busy === 'all'} onClick={() => void clearCache()}>
          {m.admin_cache_clear_all()}
        </Button>
        <Button busy={busy === 'reload'} onClick={() => void run('reload', async () => undefined)}>
          {m.admin_cache_look()}
        </Button>
        <p role="status">{announcement}</p>
      </div>
    </>
  )
}
