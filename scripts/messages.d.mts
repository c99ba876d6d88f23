/** A text, or variants of a text with the selectors that choose between them. */
export type Message = string | [{ declarations: string[]; selectors: string[]; match: Record<string, string> }]
export declare function messagesOf(locale: string): Record<string, Message>
export declare function inputsOf(message: Message): string[]
export declare const locales: string[]
export declare function compileMessages(): Promise<void>
