/** The languages in which members are told something. */
export const languages = ['en', 'ms', 'zh'] as const
export type Language = (typeof languages)[number]

/** Each in its own words. */
export const languageNames: Record<Language, string> = { en: 'English', ms: 'Bahasa Melayu', zh: '中文' }
