import { useEffect, useState } from 'react'
import { readReturnPath } from '#accounts/ui/session/return-path.ts'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import type { CachedPageInfo } from '../worker/messages.ts'
import { cachedPages } from './cached-pages.ts'
import styles from './OfflinePage.module.css'

/** Returns the path on this site that the user wanted to open; null if none. */
function wantedPath(): string | null {
  const wanted = new URLSearchParams(window.location.search).get('page')
  return wanted === null ? null : readReturnPath({ next: wanted })
}

/** The page that the worker shows instead of a page that is not cached. Its links load the document, so that the worker answers. */
export function OfflinePage() {
  const [wanted, setWanted] = useState<string | null>(null)
  const [visited, setVisited] = useState<readonly CachedPageInfo[] | null>(null)
  useEffect(() => {
    const path = wantedPath()
    setWanted(path)
    void cachedPages().then(setVisited)
    if (path === null) return
    const back = (): void => window.location.replace(path)
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [])
  return (
    <SimpleShell pageTitle={`${m.app_offline_list()} · Skillshot`} width="text">
      <div className={layout.stack5}>
        <ErrorState
          page
          title={wanted === null ? m.app_offline_kept() : m.app_offline_missing()}
          {...(wanted === null ? {} : { onRetry: () => window.location.replace(wanted) })}
        >
          {wanted !== null ? m.app_offline_missing_words() : visited?.length === 0 ? m.app_offline_none() : m.app_offline_kept_words()}
        </ErrorState>
        {visited !== null && visited.length > 0 && (
          <nav aria-label={m.app_offline_list()}>
            <List className={layout.stack}>
              {visited.map(({ path, title, sent }) => (
                <li key={path} className={cx(layout.line3, styles.row)}>
                  <a href={path}>{title === '' ? path : title}</a>
                  {sent !== null && (
                    <span className={cx(layout.quiet, styles.time)}>
                      <TimeAgo at={new Date(sent)} />
                    </span>
                  )}
                </li>
              ))}
            </List>
          </nav>
        )}
      </div>
    </SimpleShell>
  )
}
