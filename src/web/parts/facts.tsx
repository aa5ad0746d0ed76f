/** Names with their values, such as the size of a file. */
export type FactTable = readonly (readonly [name: string, value: string])[];

export const Facts = ({ facts, class: style = 'facts' }: { readonly facts: FactTable; readonly class?: string }) => (
  <dl class={style}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
);
