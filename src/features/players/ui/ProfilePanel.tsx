import { useState } from 'react'
import * as m from '#messages'
import { errorMessage, useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { PictureEditor } from '#uploads/ui/PictureEditor.tsx'
import { type PlayerDoc, playersEdit, playersOne } from '../contract/players.ts'
import { isIfpaNumber } from './ifpa-number.ts'
import styles from './profile.module.css'

/** The form in which a player edits their public profile. */
export function ProfilePanel({ username }: { username: string }) {
  const live = useSubscription(playersOne, { username })
  const player = useDocuments<PlayerDoc, PlayerDoc | undefined>(
    'players',
    documents => documents.find(each => each.username === username),
    [username],
  )
  return (
    <Panel title={m.players_profile_title()}>
      {player !== undefined && (
        <div className={layout.stack5}>
          <ProfilePicture player={player} />
          <ProfileForm player={player} />
        </div>
      )}
      {player === undefined && live.state === 'failed' && (
        <ErrorState title={m.players_profile_failed()}>{errorMessage(live.error)}</ErrorState>
      )}
      {player === undefined && live.state !== 'failed' && <Skeleton kind="form" count={3} page />}
    </Panel>
  )
}

function ProfilePicture({ player: { displayName, picture } }: { player: PlayerDoc }) {
  const edit = useMethod(playersEdit)
  return (
    <PictureEditor
      kind="profilePicUpload"
      label={m.ui_your_photo()}
      shape="round"
      current={picture}
      fallback={<Avatar name={displayName} size="l" />}
      onReady={async key => void (await edit({ picture: { key } }))}
      onRemove={async () => void (await edit({ picture: null }))}
    />
  )
}

type Values = { displayName: string; bio: string; location: string; ifpaNumber: string; unlisted: boolean }

function ProfileForm({ player: { username, displayName, bio, location, ifpaNumber = '', unlisted } }: { player: PlayerDoc }) {
  const edit = useMethod(playersEdit)
  const [saved, setSaved] = useState(false)
  const form = useForm<Values>({
    initial: { displayName, bio, location, ifpaNumber, unlisted: unlisted === true },
    check: values => ({
      displayName: values.displayName.trim() === '' ? m.ui_name_missing() : undefined,
      ifpaNumber: isIfpaNumber(values.ifpaNumber) ? undefined : m.players_ifpa_wrong(),
    }),
    send: async values => {
      setSaved(false)
      await edit({ ...values, ifpaNumber: values.ifpaNumber.trim() || null })
      setSaved(true)
      form.reset()
    },
  })
  return (
    <FormBody
      form={form}
      action={m.players_profile_save()}
      secondaryAction={
        <>
          <Link href={`/players/${encodeURIComponent(username)}`}>{m.players_profile_see()}</Link>
          <span className={styles.saved} role="status">
            {saved && !form.isDirty && m.ui_saved()}
          </span>
        </>
      }
    >
      <TextField
        label={m.ui_name()}
        hint={m.players_profile_name_hint({ username })}
        autoComplete="nickname"
        maxLength={60}
        {...form.field('displayName')}
      />
      <TextArea label={m.ui_about_you()} maxLength={500} {...form.field('bio')} />
      <TextField label={m.ui_where_you_play()} maxLength={80} {...form.field('location')} />
      <TextField
        label={m.ui_ifpa_number()}
        hint={m.players_ifpa_hint()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        dir="ltr"
        {...form.field('ifpaNumber')}
      />
      <Checkbox
        label={m.players_profile_unlisted()}
        hint={m.players_profile_unlisted_hint()}
        checked={form.values.unlisted}
        onChange={checked => form.set('unlisted', checked)}
      />
    </FormBody>
  )
}
