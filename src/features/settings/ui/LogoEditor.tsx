import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Logo } from '#platform/ui/layouts/Logo.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { PictureEditor } from '#uploads/ui/PictureEditor.tsx'
import { settingsUpdate } from '../contract.ts'
import type { Settings } from './use-settings.ts'

/** Shows the logo of the site and lets administrators choose, replace or remove it. */
export function LogoEditor({ settings }: { settings: Settings }) {
  const update = useMethod(settingsUpdate)
  return (
    <>
      <PictureEditor
        kind="siteLogoUpload"
        label={m.settings_logo()}
        shape="square"
        current={settings.logo.value ?? undefined}
        fallback={<Logo />}
        onReady={async key => void (await update({ logo: { key } }))}
        onRemove={async () => void (await update({ logo: null }))}
      />
      <p className={layout.quiet}>{m.settings_logo_hint()}</p>
    </>
  )
}
