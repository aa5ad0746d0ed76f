import type { ComponentChild } from 'preact';

interface TableProps {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ComponentChild[])[];
}

/** A table. In a narrow window, each row is a block with the headers before its cells. */
export const Table = ({ caption, head, rows }: TableProps) => (
  <table>
    <caption>{caption}</caption>
    <thead>
      <tr>
        {head.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells, row) => (
        <tr key={String(row)}>
          {cells.map((cell, at) => (
            <td key={head[at]} data-name={head[at]} dir="auto">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
