/** Words of a red invoice's remark before the number of the one that it reverses, as the tax bureau prints them. */
const digital = /被红冲蓝字(?:数电|全电)?(?:发票|票)?号码\s*[:：]\s*(\d{20}|\d{8})(?!\d)/u;
const earlier = /对应正数发票代码\s*[:：]\s*\d{10,12}\s*号码\s*[:：]\s*(\d{8})(?!\d)/u;

/** The number of the invoice that a red one reverses, as its remark states it; null where it states none. */
export const reversedIn = (remark: string): string | null =>
  (digital.exec(remark) ?? earlier.exec(remark))?.[1] ?? null;
