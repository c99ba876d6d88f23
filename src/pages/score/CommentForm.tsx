import { useRef } from 'react'
import { v7 } from 'uuid'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { scoresComment } from '#scores/contract/likes-and-comments.ts'
import { COMMENT_LENGTH } from '#scores/rules.ts'
import styles from './score-social.module.css'

const countCharacters = (text: string): number => [...text.trim().normalize('NFC')].length

/** The form for writing a comment, with a character count. It is one field until it has the focus or a text. */
export function CommentForm({ scoreId }: { scoreId: string }) {
  const comment = useMethod(scoresComment)
  /** The id and text of the last attempt. An unchanged comment that is sent again keeps its id, so that it cannot be added twice. */
  const lastRequest = useRef({ id: '', text: '' })
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({
      text:
        countCharacters(text) === 0
          ? m.scores_comments_empty()
          : countCharacters(text) > COMMENT_LENGTH
            ? m.scores_comments_long({ most: plainNumber(COMMENT_LENGTH) })
            : undefined,
    }),
    send: async ({ text }) => {
      if (lastRequest.current.text !== text || lastRequest.current.id === '') lastRequest.current = { id: v7(), text }
      await comment({ _id: lastRequest.current.id, scoreId, text })
      lastRequest.current = { id: '', text: '' }
    },
  })
  const submit = async (): Promise<void> => {
    if (await form.submit()) form.reset()
  }
  return (
    <div className={styles.compose}>
      <FormBody form={form} action={m.scores_comments_send()} kind="quiet" onSubmit={() => void submit()}>
        <TextArea
          {...form.field('text')}
          label={m.scores_comments_own()}
          placeholder={m.scores_comments_own()}
          hint={m.scores_comments_length({ n: plainNumber(countCharacters(form.values.text)), most: plainNumber(COMMENT_LENGTH) })}
        />
      </FormBody>
    </div>
  )
}
