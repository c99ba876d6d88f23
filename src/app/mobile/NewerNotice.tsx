import { useEffect } from 'react'
import * as m from '#messages'
import { useDocument, useSource } from '#platform/live/hooks.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { CLIENT_VERSIONS } from '#versions/contract.ts'
import styles from './NewerNotice.module.css'
import { VERSION } from './stored-server.ts'
import { isNewer } from './version-check.ts'

/** Id of the document with the versions for mobile apps; its `version` is the server's release. */
const ARCH = 'web.cordova'

const nothing = (): void => {}

/** Shows a notice if the server runs a newer release than the app. The app's files are updated only through its app store. */
export function NewerNotice() {
  const source = useSource()
  useEffect(() => source.subscribe(CLIENT_VERSIONS, []).listen(nothing), [source])
  const document = useDocument<{ version?: unknown }>(CLIENT_VERSIONS, ARCH)
  if (typeof document?.version !== 'string' || !isNewer(document.version, VERSION)) return null
  return (
    <div className={styles.notice}>
      <Notice kind="info" title={m.app_newer_title()}>
        <p>{m.app_newer_words()}</p>
      </Notice>
    </div>
  )
}
