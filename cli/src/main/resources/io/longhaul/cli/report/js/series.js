/* Time series of one run of the chosen link: both ends' rates above, RTT and retransmits below. */
(function (L) {
  'use strict';

  var select = document.getElementById('series-run');
  var run = null;

  function title(series) {
    return series.started.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC') + ', ' + L.streams(series.streams)
      + (series.window_bytes ? ', window ' + L.size(series.window_bytes) : '');
  }

  function choose(link) {
    select.replaceChildren();
    link.series.forEach(function (series, i) {
      var option = L.element('option', '', title(series));
      option.value = String(i);
      select.appendChild(option);
    });
    run = link.series.length ? link.series.reduce(function (a, b) { return b.streams >= a.streams ? b : a; }) : null;
    document.getElementById('series-choice').hidden = run === null;
    if (run !== null) { select.value = String(link.series.indexOf(run)); }
  }

  /** A step for each interval: from its start to its end at its rate. */
  function steps(column) {
    var data = [];
    run.start_s.forEach(function (start, i) {
      if (!L.present(column[i])) { return; }
      data.push([start, column[i], i]);
      data.push([run.end_s[i], column[i], i]);
    });
    return data;
  }

  function middle(column) {
    return run.start_s.map(function (start, i) { return [(start + run.end_s[i]) / 2, column[i], i]; })
      .filter(function (point) { return L.present(point[1]); });
  }

  function line(name, data, colour, axis, type) {
    return { name: name, type: 'line', symbol: 'none', xAxisIndex: axis, yAxisIndex: axis, data: data, lineStyle: { color: L.colour(colour), width: 1.6, type: type }, itemStyle: { color: L.colour(colour) } };
  }

  /** The levels between change points, thick, with the phase of the token bucket where one is known. */
  function levels() {
    return run.levels.map(function (level, i) {
      return {
        name: 'level', type: 'line', symbol: 'none', silent: true, z: 4, data: [[level.from_s, level.bps, -1], [level.to_s, level.bps, -1]],
        lineStyle: { color: L.colour('c3'), width: 5, opacity: 0.45 }, itemStyle: { color: L.colour('c3') },
        endLabel: { show: true, align: 'right', verticalAlign: 'bottom', offset: [-8, -6], color: L.colour('ink'), formatter: L.rate(level.bps) + (level.phase ? ': bucket ' + level.phase : '') }
      };
    });
  }

  function changes(series) {
    series.markLine = {
      symbol: 'none', silent: true, label: { show: false }, lineStyle: { color: L.colour('ink'), type: 'dashed', width: 1 },
      data: run.levels.slice(1).map(function (level) { return { xAxis: level.from_s }; })
    };
  }

  function option(base) {
    if (L.report.series.length === 0) { return ''; }
    if (run === null) { return 'No time series of this link in this report.'; }
    var sent = steps(run.sent_bps);
    var received = steps(run.received_bps);
    var rtt = middle(run.rtt_ms);
    var lost = middle(run.retransmits).filter(function (point) { return point[1] > 0; });
    var rates = sent.concat(received).map(function (point) { return point[1]; });
    var ceiling = L.ceiling(rates);
    var unit = L.rateUnit(ceiling.top);
    var end = run.end_s[run.end_s.length - 1];
    var below = rtt.length > 0;
    base.grid = [{ left: 76, right: 60, top: 58, bottom: below ? 170 : 44 }];
    var seconds = { color: L.colour('muted'), showMaxLabel: end === Math.round(end) };
    base.xAxis = [L.axis({ type: 'value', min: 0, max: end, axisLabel: seconds, name: below ? '' : 'seconds from the start', nameGap: 26 })];
    base.yAxis = [L.rateAxis(unit, { min: 0, max: ceiling.top, name: unit.name + L.cutNote(ceiling), nameTextStyle: { color: L.colour('muted'), fontSize: 13, align: 'left' } })];
    base.yAxis[0].axisLabel.showMaxLabel = false;
    base.legend = Object.assign(base.legend, { top: 0 });
    base.series = [line('sent', sent, 'c2', 0, 'dotted'), line('received', received, 'c1', 0, 'solid')].filter(function (s) { return s.data.length; });
    if (run.levels.length && base.series.length) { base.series = base.series.concat(levels()); changes(base.series[0]); }
    if (L.present(run.steady_from_s) && base.series.length) {
      base.series[0].markArea = {
        silent: true, itemStyle: { color: L.colour('raised') }, label: { position: 'insideTopLeft', color: L.colour('muted') },
        data: [[{ name: 'warm-up', xAxis: 0 }, { xAxis: run.steady_from_s }]]
      };
    }
    if (below) {
      base.grid.push({ left: 76, right: 60, bottom: 44, height: 92 });
      base.xAxis.push(L.axis({ gridIndex: 1, type: 'value', min: 0, max: end, axisLabel: seconds, name: 'seconds from the start', nameGap: 26 }));
      base.yAxis.push(L.axis({ gridIndex: 1, type: 'value', min: 0, name: 'RTT, ms', nameGap: 46, splitNumber: 3 }));
      base.series.push(line('RTT', rtt, 'c4', 1, 'solid'));
      if (lost.length) {
        base.xAxis.push(L.axis({ gridIndex: 1, type: 'value', min: 0, max: end, show: false }));
        base.yAxis.push(L.axis({ gridIndex: 1, type: 'value', min: 0, name: 'retransmits', nameGap: 40, position: 'right', splitNumber: 2, splitLine: { show: false } }));
        base.series.push({ name: 'retransmits', type: 'bar', xAxisIndex: 2, yAxisIndex: 2, data: lost, barMaxWidth: 6, itemStyle: { color: L.colour('c6') } });
      }
    }
    base.tooltip.trigger = 'axis';
    base.axisPointer = { link: [{ xAxisIndex: 'all' }], lineStyle: { color: L.colour('muted') } };
    base.tooltip.formatter = function (items) {
      var own = items.filter(function (item) { return item.data[2] >= 0; });
      if (!own.length) { return ''; }
      var i = own[0].data[2];
      return '<b>' + L.seconds(run.start_s[i]) + ' to ' + L.seconds(run.end_s[i]) + '</b>'
        + '<br>sent ' + L.rate(run.sent_bps[i]) + '<br>received ' + L.rate(run.received_bps[i])
        + '<br>RTT ' + L.millis(run.rtt_ms[i]) + '<br>retransmits ' + (L.present(run.retransmits[i]) ? L.count(run.retransmits[i]) : L.NONE);
    };
    return base;
  }

  L.seriesFigure = function () {
    var figure = L.figure({
      id: 'series', option: option, height: function () { return run && run.rtt_ms.some(L.present) ? 480 : 360; },
      numbers: function () {
        return {
          columns: [{ title: 'From', num: true }, { title: 'To', num: true }, { title: 'Sent', num: true }, { title: 'Received', num: true }, { title: 'RTT', num: true }, { title: 'Retransmits', num: true }],
          rows: run === null ? [] : run.start_s.map(function (start, i) {
            return [L.seconds(start), L.seconds(run.end_s[i]), L.rate(run.sent_bps[i]), L.rate(run.received_bps[i]), L.millis(run.rtt_ms[i]),
              L.present(run.retransmits[i]) ? L.count(run.retransmits[i]) : L.NONE];
          })
        };
      }
    });
    select.addEventListener('change', function () {
      run = L.chosen().series[Number(select.value)];
      figure.redraw();
    });
    L.whenPicked(function (link) { choose(link); figure.redraw(); });
  };
})(Longhaul);
