import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { useHasRole } from '#roles/ui/use-roles.ts'
import { picturesRemove, type UploadedPicture } from '../contract.ts'
import { parsePictureId } from '../rules.ts'

const ConfirmDialog = lazyComponent(async () => (await import('#platform/ui/controls/ConfirmDialog.tsx')).ConfirmDialog)

/** For moderators: a button that removes a picture from its subject. Renders nothing for other users. */
export function RemovePicture({ picture }: { picture: UploadedPicture | undefined }) {
  const moderator = useHasRole(['moderator', 'admin'])
  const remove = useMethod(picturesRemove)
  const [asking, setAsking] = useState(false)
  const id = picture === undefined ? null : parsePictureId(picture.url)
  if (!moderator || id === null) return null
  return (
    <>
      <Button onClick={() => setAsking(true)}>{m.uploads_take_away()}</Button>
      {asking && (
        <ConfirmDialog
          title={m.uploads_take_away_title()}
          confirmLabel={m.uploads_take_away()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => void (await remove({ pictureId: id }))}
          onClose={() => setAsking(false)}
        >
          <p>{m.uploads_take_away_text()}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
