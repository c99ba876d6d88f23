import { type ReactNode, use, useEffect, useState } from 'react'
import * as m from '#messages'
import { Notice } from '../states/Notice.tsx'
import entries from '../styles/entries.module.css'
import layout from '../styles/layout.module.css'
import { useBlockReload } from '../use-block-reload.ts'
import { Button } from './Button.tsx'
import { type DialogQuestion, DialogQuestionContext } from './dialog-question.ts'

interface SecretOnceProps {
  secret: string
  title: string
  note?: string
  /** labels of the buttons; `copied` is shown after copying */
  labels: { copy: string; copied: string; kept: string }
  /** The user says that the secret is saved. */
  onKept(): void
  /** how the secret is shown, if not in one piece */
  children?: ReactNode
}

const LOSE_SECRET: DialogQuestion = { ask: m.ui_secret_ask, words: m.ui_secret_words, yes: m.ui_secret_yes, no: m.ui_secret_no }

/**
 * Shows a secret that nothing shows again, to be copied. Until it is copied, the page does not reload by itself, and a dialog around it asks
 * before it closes.
 */
export function SecretOnce({ secret, title, note, labels, onKept, children }: SecretOnceProps) {
  const [isCopied, setIsCopied] = useState(false)
  const setQuestion = use(DialogQuestionContext)
  useBlockReload(!isCopied)
  useEffect(() => {
    setQuestion(isCopied ? null : LOSE_SECRET)
    return () => setQuestion(null)
  }, [setQuestion, isCopied])
  const copy = (): void =>
    void navigator.clipboard.writeText(secret).then(
      () => setIsCopied(true),
      () => undefined,
    )
  return (
    <>
      <Notice kind="warn" title={title}>
        {note}
      </Notice>
      {children ?? (
        <code className={entries.verbatim} dir="ltr">
          {secret}
        </code>
      )}
      <div className={layout.row3}>
        {/* Only pages over https may write to the clipboard. */}
        {navigator.clipboard !== undefined && <Button onClick={copy}>{isCopied ? labels.copied : labels.copy}</Button>}
        <Button kind="primary" onClick={onKept}>
          {labels.kept}
        </Button>
      </div>
    </>
  )
}
