export declare function withSection(text: string, part: string, body: string): string
