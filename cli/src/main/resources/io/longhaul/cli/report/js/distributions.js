/* "This rate or better": over all links, and over the samples of the chosen one. */
(function (L) {
  'use strict';

  /** Steps of the share of values that are at least x, from all of them at the smallest. */
  function survival(values) {
    var sorted = values.slice().sort(function (a, b) { return a - b; });
    var points = [];
    sorted.forEach(function (value, i) {
      points.push([value, (sorted.length - i) / sorted.length]);
      points.push([value, (sorted.length - i - 1) / sorted.length]);
    });
    return points;
  }

  function line(name, values, colour, type) {
    return {
      name: name, type: 'line', symbol: 'none', data: survival(values), 
      lineStyle: { color: colour, width: 2, type: type }, itemStyle: { color: colour }
    };
  }

  function axes(base, groups) {
    var values = [].concat.apply([], groups.map(function (group) { return group.values; }));
    var ceiling = L.ceiling(values);
    var unit = L.rateUnit(ceiling.top);
    base.grid = { left: 24, right: 28, top: 60, bottom: 34, containLabel: true };
    base.legend = Object.assign(base.legend, { top: 0, type: 'scroll' });
    base.xAxis = L.rateAxis(unit, { scale: true, min: 'dataMin', max: ceiling.beyond === null ? 'dataMax' : ceiling.top, name: 'rate, ' + unit.name + L.cutNote(ceiling), nameLocation: 'middle', nameGap: 28, nameTextStyle: { color: L.colour('muted'), fontSize: 13 } });
    base.yAxis = L.axis({ type: 'value', min: 0, max: 1, name: 'this rate or better', nameLocation: 'end', nameGap: 12, nameTextStyle: { color: L.colour('muted'), fontSize: 13, align: 'left' }, axisLabel: { color: L.colour('muted'), formatter: function (v) { return Math.round(v * 100) + ' %'; } } });
    base.tooltip.trigger = 'axis';
    base.tooltip.formatter = function (items) {
      var rate = items[0].axisValue;
      return '<b>' + L.rate(rate) + ' or better</b>' + groups.map(function (group) {
        var share = group.values.filter(function (value) { return value >= rate; }).length / group.values.length;
        return '<br>' + L.escape(group.name) + ': ' + L.percent(share);
      }).join('');
    };
    return base;
  }

  function allLinks() {
    var groups = [];
    L.providers.forEach(function (provider) {
      [['single', 'one stream', 'dotted'], ['multi', 'most streams', 'solid']].forEach(function (kind) {
        var values = L.links.filter(function (link) { return L.provider(link.from) === provider && L.present(link[kind[0]]) && link[kind[0]] > 0; })
          .map(function (link) { return link[kind[0]]; });
        if (values.length) { groups.push({ name: 'from ' + provider + ', ' + kind[1], provider: provider, values: values, type: kind[2] }); }
      });
    });
    return groups;
  }

  /** Samples of one link: what its runs carried, if there are enough of them; else the intervals after warm-up of its runs. */
  function samples(link) {
    var groups = link.runs.filter(function (cell) { return cell.bps.length >= 6; }).map(function (cell) {
      return { name: L.streams(cell.streams) + ', runs', values: cell.bps };
    });
    if (groups.length) { return groups; }
    return link.series.map(function (run, i) {
      var values = run.received_bps.filter(function (bps, i) { return L.present(bps) && run.start_s[i] >= (run.steady_from_s || 0); });
      return { name: L.streams(run.streams) + (link.series.some(function (other, j) { return j < i && other.streams === run.streams; }) ? ', ' + run.started.slice(11, 19) : ''), values: values };
    }).filter(function (group) { return group.values.length >= 6; });
  }

  function quantiles(groups) {
    return {
      columns: [{ title: 'Samples' }, { title: 'Number', num: true }, { title: '99 % at least', num: true }, { title: '90 % at least', num: true }, { title: 'Median', num: true }, { title: '10 % at least', num: true }],
      rows: groups.map(function (group) {
        var sorted = group.values.slice().sort(function (a, b) { return a - b; });
        function at(q) { return L.rate(sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]); }
        return [group.name, L.count(sorted.length), sorted.length >= 100 ? at(0.01) : L.NONE, sorted.length >= 10 ? at(0.1) : L.NONE, at(0.5), sorted.length >= 10 ? at(0.9) : L.NONE];
      })
    };
  }

  L.survivalFigure = function () {
    L.figure({
      id: 'survival', height: function () { return 400; },
      option: function (base) {
        var groups = allLinks();
        if (!groups.length) { return 'No rate has been measured.'; }
        axes(base, groups);
        base.series = groups.map(function (group) { return line(group.name, group.values, L.providerColour(group.provider), group.type); });
        return base;
      },
      numbers: function () { return quantiles(allLinks()); }
    });
  };

  L.linkSurvivalFigure = function () {
    var figure = L.figure({
      id: 'link-survival', height: function () { return 380; },
      option: function (base) {
        var link = L.chosen();
        var groups = link ? samples(link) : [];
        if (!groups.length) { return 'Fewer than six samples of this link: no distribution to draw.'; }
        axes(base, groups);
        base.series = groups.map(function (group, i) { return line(group.name, group.values, L.colour('c' + (i % 6 + 1)), 'solid'); });
        return base;
      },
      numbers: function () { return quantiles(L.chosen() ? samples(L.chosen()) : []); }
    });
    L.whenPicked(figure.redraw);
  };
})(Longhaul);
