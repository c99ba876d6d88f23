import { createContext } from 'react'

/** The texts of the question that a dialog asks before it closes and something is lost. */
export type DialogQuestion = Readonly<Record<'ask' | 'words' | 'yes' | 'no', () => string>>

/**
 * Tells the dialog around a component that closing it loses something, and what it asks before; null: it loses nothing more. Outside of a
 * dialog it does nothing.
 */
export const DialogQuestionContext = createContext<(question: DialogQuestion | null) => void>(() => {})
