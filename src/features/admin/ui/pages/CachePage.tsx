import { useCallback, useEffect, useState } from 'react'
import { sentenceOf, useCall } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { ErrorState } from '../../../../platform/ui/ErrorState.tsx'
import { FormError } from '../../../../platform/ui/FormError.tsx'
import { Hidden } from '../../../../platform/ui/Hidden.tsx'
import { plainNumber } from '../../../../platform/ui/plain-format.ts'
import { Skeleton } from '../../../../platform/ui/Skeleton.tsx'
import { AdminFrame } from '../../../roles/ui/parts/AdminFrame.tsx'
import { type CacheRow, cacheClear, cacheStats } from '../../contract.ts'
import styles from '../admin.module.css'
import { bytesWords, counted, rateWords } from '../amounts.ts'

/** What is kept in memory only to be faster: how much, how often it was of use, and a way to let go of it. */
export function CachePage() {
  return (
    <AdminFrame title="Cache admin" path="/admin/cache">
      <Caches />
    </AdminFrame>
  )
}

function Caches() {
  const [stats, clear] = [useCall(cacheStats), useCall(cacheClear)]
  const [rows, setRows] = useState<CacheRow[] | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const look = useCallback(
    () =>
      stats({}).then(
        found => {
          setRows(found)
          setError(null)
        },
        (problem: unknown) => setError(sentenceOf(problem)),
      ),
    [stats],
  )
  useEffect(() => void look(), [look])
  const run = async (name: string, work: () => Promise<void>): Promise<void> => {
    setBusy(name)
    setSaid('')
    try {
      await work()
      await look()
    } catch (problem) {
      setError(sentenceOf(problem))
    } finally {
      setBusy(null)
    }
  }
  const empty = (name?: string): Promise<void> =>
    run(name ?? 'all', async () => {
      const { cleared } = await clear(name === undefined ? {} : { name })
      setSaid(`${name === undefined ? 'All caches' : name}: let go of ${counted(cleared, 'entry', 'entries')}.`)
    })
  if (rows === null) {
    return error === null ? (
      <Skeleton kind="board-row" count={6} />
    ) : (
      <ErrorState title="The caches could not be read." onRetry={() => void look()}>
        {error}
      </ErrorState>
    )
  }
  return (
    <>
      <p className={styles.quiet}>
        Clearing is safe at any time: what somebody looks at stays, everything else is read again when it is needed.
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Cache</th>
            <th scope="col">Entries</th>
            <th scope="col">Size</th>
            <th scope="col">Hits</th>
            <td>
              <Hidden>Clear</Hidden>
            </td>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td>{plainNumber(row.entries)}</td>
              <td>{bytesWords(row.bytes)}</td>
              <td>{rateWords(row)}</td>
              <td>
                <Button aria-label={`Clear ${row.name}`} busy={busy === row.name} onClick={() => void empty(row.name)}>
                  Clear
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <FormError message={error} />
      <div className={styles.ways}>
        <Button kind="primary" busy={busy === 'all'} onClick={() => void empty()}>
          Clear all
        </Button>
        <Button busy={busy === 'look'} onClick={() => void run('look', async () => undefined)}>
          Look again
        </Button>
        <p role="status">{said}</p>
      </div>
    </>
  )
}
