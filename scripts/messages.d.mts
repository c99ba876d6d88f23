/** A text, or what chooses between texts. */
export type Message = string | [{ declarations: string[]; selectors: string[]; match: Record<string, string> }]
export declare function messagesOf(locale: string): Record<string, Message>
export declare function inputsOf(message: Message): string[]
export declare function compileMessages(): Promise<void>
