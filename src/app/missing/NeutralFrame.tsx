import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { SearchContext } from '#platform/ui/layouts/context/search-context.ts'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './NeutralFrame.module.css'
import { NotFoundText } from './NotFoundPage.tsx'

/**
 * Stands in the place of a page of which is not known yet whether the reader may see it. It depends only on the kind of page, so it looks the
 * same for a private page and for one that does not exist. Without scripts it never becomes a page, so it then says that there is nothing.
 * @param path of the route
 */
export function NeutralFrame({ path }: { path: string }) {
  if (path.endsWith('/live')) {
    return (
      <main id="main" tabIndex={-1} aria-busy="true">
        <WithoutScripts />
      </main>
    )
  }
  const isAdmin = path.startsWith('/admin')
  const shell = (
    <AppShell
      current={path.startsWith('/groups') ? 'groups' : path.startsWith('/events') ? 'events' : null}
      width="board"
      pageTitle={m.app_frame_head()}
    >
      <div aria-busy="true">
        <div className={cx(layout.stack5, styles.frame)} aria-hidden="true">
          {isAdmin && (
            <>
              <span className={styles.title} />
              <span className={styles.tabs} />
            </>
          )}
          <Skeleton kind={isAdmin ? 'form' : 'machine-header'} count={isAdmin ? 3 : 1} />
        </div>
      </div>
      <WithoutScripts />
    </AppShell>
  )
  // The pages of the administration have no search box.
  return isAdmin ? <SearchContext value={null}>{shell}</SearchContext> : shell
}

const WithoutScripts = () => (
  <noscript>
    <NotFoundText />
  </noscript>
)
